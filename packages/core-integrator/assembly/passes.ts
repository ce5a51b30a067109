// The build for engines with SIMD: the passes over the items of a tier.
export { addClumps } from "./clumps";
export { active, bucketStart, clumpRatio, clumpWeight, decay, log, middle, powers, result, series, v, weight } from "./layout";
export { lightSlopes, nodeMoments, sumPowers } from "./light";
export { rowSlopes, walkRows, weighNodes } from "./walk";
