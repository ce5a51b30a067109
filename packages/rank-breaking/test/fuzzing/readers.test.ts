import { testFuzzedReaders } from "@tierwise/testing";
import { graphTargets } from "./graph-targets.ts";

testFuzzedReaders(graphTargets, 5000);
