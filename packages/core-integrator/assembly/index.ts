export { addClumps } from "./clumps";
export {
  active, bucketStart, clumpRatio, clumpWeight, decay, gradient, log, masses, middle, outcome, powers, result, scores, series, tierStart, v, weight,
} from "./layout";
export { lightSlopes, nodeMoments, sumPowers } from "./light";
export { walkObservation } from "./observation";
export { rowSlopes, walkRows, weighNodes } from "./walk";
