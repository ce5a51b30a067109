export { type PlackettLuceSampler, plackettLuceSampler } from "./plackett-luce-sampler.ts";
export { type SampleOptions, samplePlackettLuce } from "./sample-plackett-luce.ts";
export { type Simulation, type SimulationOptions, simulatePreferences } from "./simulate-preferences.ts";
