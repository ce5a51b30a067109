import { testFuzzedReaders } from "@tierwise/testing";
import { tierTargets } from "./tier-targets.ts";

testFuzzedReaders(tierTargets, 20_000);
