import { testFuzzedReadersLong } from "@tierwise/testing";
import { graphTargets } from "./graph-targets.ts";

testFuzzedReadersLong(graphTargets, 60_000);
