// The build for engines with relaxed SIMD: the walk over an observation in one call.
export { gradient, masses, outcome, scores, tierStart } from "./layout";
export { walkObservation } from "./observation";
