export { centralDifferences } from "./central-differences.ts";
export { documentedExamples, runExample } from "./documented-examples.ts";
export { type PreferenceProblem, preferenceProblems } from "./preference-problems.ts";
export { describeWithRealData } from "./real-data.ts";
