export { centralDifferences } from "./central-differences.ts";
export { documentedExamples, runExample } from "./documented-examples.ts";
export { describeWithRealData } from "./real-data.ts";
