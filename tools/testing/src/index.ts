export { centralDifferences } from "./central-differences.ts";
export { type DocumentedExample, documentedExamples, examplesOf, runExample } from "./documented-examples.ts";
export { type FuzzResult, type FuzzTarget, fuzz, randomPieces, seededRandom } from "./fuzz.ts";
export { type PreferenceProblem, preferenceProblems } from "./preference-problems.ts";
export { describeWithRealData } from "./real-data.ts";
export { installStandIn, installTfjsNodeGpu } from "./stand-in-packages.ts";
export { type SwiftShader, swiftShader } from "./swift-shader.ts";
