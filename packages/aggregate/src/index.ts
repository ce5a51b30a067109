export { type Fit, type FitOptions, fitUtilities } from "./fit-utilities.ts";
