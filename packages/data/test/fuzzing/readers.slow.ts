import { testFuzzedReadersLong } from "@tierwise/testing";
import { itemTargets } from "./item-targets.ts";
import { tierTargets } from "./tier-targets.ts";

// A million inputs for all readers: 940,000 for data files, the other 60,000 for scores, names and graphs.
testFuzzedReadersLong(tierTargets, 940_000);
testFuzzedReadersLong(itemTargets, 60_000);
