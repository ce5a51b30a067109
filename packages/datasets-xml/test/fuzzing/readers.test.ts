import { testFuzzedReaders } from "@tierwise/testing";
import { xmlTargets } from "./xml-targets.ts";

testFuzzedReaders(xmlTargets, 20_000);
