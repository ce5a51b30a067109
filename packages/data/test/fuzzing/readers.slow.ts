import { testFuzzedReadersLong } from "@tierwise/testing";
import { itemTargets } from "./item-targets.ts";
import { tierTargets } from "./tier-targets.ts";

// A million inputs over all readers, by shares: 940 000 of them for files of data, the other 60 000 for scores, names and graphs.
testFuzzedReadersLong(tierTargets, 940_000);
testFuzzedReadersLong(itemTargets, 60_000);
