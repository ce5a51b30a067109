import { dcg, expectedMetric } from "@tierwise/race";
import { normal, randomStream } from "@tierwise/random";
import type { SampledGradient, SampledGradients } from "@tierwise/studies/figures";
import { sideBySide } from "../timing/side-by-side.ts";
import { plRank } from "./pl-rank.ts";
import { pythonPeer } from "./python-peer.ts";

const SEED = 27;
/** The minimum number of estimates, and of samples in all estimates together; with few samples, most estimates contain no relevant item. */
const [REPEATS, SAMPLES] = [20, 4000];

/**
 * Compares two methods for the gradient of the expected DCG@k by their errors in equal time on one core: PL-Rank-3 (in TypeScript and, if
 * available, in NumPy) and `expectedMetric`. The reference is the exact gradient with a tolerance of 1e-14; an error is the root mean
 * square over the items. NumPy draws as many samples as fit into the time of the exact gradient, but at least one.
 */
export function plRankError(
  itemCount: number,
  k: number,
  relevant: number,
  options: { readonly rounds: number; readonly sliceMilliseconds: number },
): SampledGradients {
  const random = randomStream(SEED, 1);
  const scores = new Float64Array(itemCount).map(() => normal(random));
  const gains = new Float64Array(itemCount);
  for (let i = 0; i < relevant; i++) gains[i * Math.floor(itemCount / relevant)] = 1;
  const metric = dcg({ k });
  const [reference, exact, sampled] = Array.from({ length: 3 }, () => new Float64Array(itemCount));
  expectedMetric(scores, gains, { metric, gradient: reference, tolerance: 1e-14 });
  const estimate = (samples: number): unknown => plRank(scores, gains, metric.weights, samples, random, sampled);
  const errorOf = (gradient: Float64Array): number =>
    Math.sqrt(gradient.reduce((sum, g, i) => sum + (g - reference[i]) ** 2, 0) / itemCount);
  const sampledError = (samples: number): number => {
    let squares = 0;
    const repeats = Math.max(REPEATS, Math.ceil(SAMPLES / samples));
    for (let n = 0; n < repeats; n++) {
      estimate(samples);
      squares += errorOf(sampled) ** 2 / repeats;
    }
    return Math.sqrt(squares);
  };
  const { exactly, sampling } = sideBySide(
    {
      exactly: () => expectedMetric(scores, gains, { metric, gradient: exact }),
      sampling: () => estimate(10),
    },
    options,
  );
  // Errors below the rounding error of a sum of numbers near 1 are meaningless.
  const error = Math.max(errorOf(exact), 1e-16);
  const perSample = sampling.nanoseconds / 10;
  const equal = Math.max(1, Math.round(exactly.nanoseconds / perSample));
  const points = [1, 10, 100, 1000, equal].map((samples) => ({
    samples,
    milliseconds: (samples * perSample) / 1e6,
    error: sampledError(samples),
  }));
  const milliseconds = exactly.nanoseconds / 1e6;
  const problem = { scores, gains, weights: metric.weights, reference, milliseconds, repeats: REPEATS };
  const input = JSON.stringify(problem, (_, value) => (value instanceof Float64Array ? Array.from(value) : value));
  const numpy = pythonPeer<SampledGradient>("pl_rank.py", { input, modules: ["numpy"] });
  return {
    ...(numpy && { numpy: { ...numpy, ratio: numpy.error / error } }),
    exact: { milliseconds, error },
    sampled: points.slice(0, 4),
    samplesAtEqualTime: equal,
    ratio: points[4].error / error,
  };
}
