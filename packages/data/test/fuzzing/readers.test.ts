import { testFuzzedReaders } from "@tierwise/testing";
import { itemTargets } from "./item-targets.ts";
import { tierTargets } from "./tier-targets.ts";

testFuzzedReaders(tierTargets, 20_000);
testFuzzedReaders(itemTargets, 5000);
