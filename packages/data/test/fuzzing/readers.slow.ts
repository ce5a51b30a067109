import { testFuzzedReadersLong } from "@tierwise/testing";
import { tierTargets } from "./tier-targets.ts";

// A million inputs over all readers: 940 000 of them in the packages, by shares, the other 60 000 in the command line's readers.
testFuzzedReadersLong(tierTargets, 940_000);
