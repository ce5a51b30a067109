export type { AdaGradOptions, FitProgress } from "./ada-grad.ts";
export type { Fit } from "./fit.ts";
export type { FitOptions } from "./fit-options.ts";
export { fitUtilities } from "./fit-utilities.ts";
