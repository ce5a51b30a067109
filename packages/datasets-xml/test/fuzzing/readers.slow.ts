import { testFuzzedReadersLong } from "@tierwise/testing";
import { xmlTargets } from "./xml-targets.ts";

// A million inputs for all readers: 940,000 in the packages, the other 60,000 in the readers of the command line.
testFuzzedReadersLong(xmlTargets, 940_000);
