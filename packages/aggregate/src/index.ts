export type { AdaGradOptions, FitProgress } from "./ada-grad.ts";
export type { FitOptions } from "./fit-options.ts";
export { type Fit, fitUtilities } from "./fit-utilities.ts";
