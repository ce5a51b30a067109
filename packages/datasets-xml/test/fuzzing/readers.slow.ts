import { testFuzzedReadersLong } from "@tierwise/testing";
import { xmlTargets } from "./xml-targets.ts";

// The readers are tested on a million inputs: 940,000 for the readers in packages, and 60,000 for the command line.
testFuzzedReadersLong(xmlTargets, 940_000);
