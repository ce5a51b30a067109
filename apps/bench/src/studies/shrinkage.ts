// node dist/studies/shrinkage.js [--items 10000] [--samples 100] [--seeds 5]: why a method that is biased towards equal items can have the
// smaller error. For every method of the study of accuracy, on the same data: the error; the slope of the estimated probabilities on
// the true ones, 1 where large ones are not shrunk; their correlation; and the error after the best common factor a of its
// utilities, softmax(a·θ), which only someone who knows the truth can choose.
import { parseArgs } from "node:util";
import { softmax, softmaxMse } from "@tierwise/metrics";
import { fitMseCell, fullMseGrid, type Method, methods } from "@tierwise/sim/study";

const { values } = parseArgs({
  options: {
    items: { type: "string", default: "10000" },
    samples: { type: "string", default: "100" },
    seeds: { type: "string", default: "5" },
  },
});
const items = Number(values.items);
const samples = Number(values.samples);
const columns = ["MSE", "slope", "correlation", "best a", "MSE at a"];

console.log(`N = ${items}, n = ${samples}, means of ${values.seeds} seeds\n`);
console.log("".padEnd(14) + columns.map((name) => name.padStart(13)).join(""));
for (const method of methods) {
  const rows = Array.from({ length: Number(values.seeds) }, (_, i) => shrinkageOf(method, i + 1));
  const means = columns.map((_, c) => rows.reduce((sum, row) => sum + row[c], 0) / rows.length);
  const cells = means.map((x, c) => (c === 0 || c === 4 ? x.toExponential(2) : x.toFixed(3)).padStart(13));
  console.log(method.padEnd(14) + cells.join(""));
}

function shrinkageOf(method: Method, seed: number): number[] {
  const { maxSteps } = fullMseGrid;
  const { fit, probabilities } = fitMseCell({ study: "mse", items, samples, method, seed, maxSteps });
  const errorAt = (a: number): number => {
    const scaled = fit.utilities.map((utility) => a * utility);
    return softmaxMse(scaled, probabilities);
  };
  const factors = Array.from({ length: 101 }, (_, i) => 0.5 + i / 100);
  const errors = factors.map(errorAt);
  const best = errors.indexOf(Math.min(...errors));
  return [errorAt(1), ...slopeAndCorrelation(softmax(fit.utilities), probabilities), factors[best], errors[best]];
}

/** Of the estimates on the truth. */
function slopeAndCorrelation(estimates: Float64Array, truth: Float64Array): [number, number] {
  const mean = 1 / truth.length;
  let [both, ofEstimates, ofTruth] = [0, 0, 0];
  for (let i = 0; i < truth.length; i++) {
    const [e, t] = [estimates[i] - mean, truth[i] - mean];
    both += e * t;
    ofEstimates += e * e;
    ofTruth += t * t;
  }
  return [both / ofTruth, both / Math.sqrt(ofEstimates * ofTruth)];
}
