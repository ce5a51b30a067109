import { packPreferences, type RestSoftmax, rowLogLikelihood } from "@tierwise/core-integrator";
import { createKernels, loadKernelModule } from "@tierwise/kernels";
import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { kernelRestSoftmax } from "../src/engines/kernels/row-losses.ts";
import { restSoftmaxBytes } from "../src/engines/kernels/training-arrays.ts";
import { allocateNetwork, type Network } from "../src/network/network.ts";

const rows = 3;

async function passOf(items: number): Promise<{ network: Network; restSoftmax: RestSoftmax }> {
  const module = await loadKernelModule();
  const shape = { featureCount: 1, hidden: 4, itemCount: items };
  const room = { input: 0, output: restSoftmaxBytes };
  const network = allocateNetwork({ shape, module, batchRows: rows, batchEntries: 1, room });
  return { network, restSoftmax: kernelRestSoftmax(createKernels(module, network.output.memory), network) };
}

function fill(scores: Float32Array): void {
  const random = randomStream(5);
  for (let i = 0; i < scores.length; i++) scores[i] = 8 * random() - 4;
}

test.each([7, 983, 5000])("the single-precision likelihood of %d items agrees with double precision", async (items) => {
  const { network, restSoftmax } = await passOf(items);
  const { scores } = network.output;
  fill(scores);
  const lists = [[5, 0], [3, 6, 1], []];
  const preferences = packPreferences(
    lists.map((tier) => ({ tiers: [tier] })),
    items,
  );
  const [single, double] = [rowLogLikelihood({ restSoftmax }), rowLogLikelihood()];
  for (let row = 0; row < rows; row++) {
    const at = row * items;
    const before = scores.slice(at, at + items);
    const gradient = new Float64Array(items);
    const expected = double(before, 0, preferences, row, gradient, 0.5);
    expect(single(scores, at, preferences, row)).toBeCloseTo(expected, 5);
    expect(scores.slice(at, at + items)).toEqual(before);
    expect(single(scores, at, preferences, row, scores, 0.5)).toBeCloseTo(expected, 5);
    for (let i = 0; i < items; i++) expect(Math.abs(scores[at + i] - gradient[i])).toBeLessThan(1e-6);
  }
});

test("a nonfinite score is rejected, and the row is unchanged", async () => {
  const { network, restSoftmax } = await passOf(20);
  const { scores } = network.output;
  const preferences = packPreferences([{ tiers: [[2, 9]] }, { tiers: [[1]] }, { tiers: [[0]] }], 20);
  const likelihood = rowLogLikelihood({ restSoftmax });
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    fill(scores);
    scores[13] = bad;
    const before = scores.slice();
    expect(() => likelihood(scores, 0, preferences, 0, scores)).toThrow(`scores[13] is ${bad}`);
    expect(scores).toEqual(before);
  }
});

test("items whose weight underflows to zero contribute nothing to the sum over the rest", async () => {
  const { network, restSoftmax } = await passOf(20);
  const { scores } = network.output;
  scores.fill(Number.NEGATIVE_INFINITY);
  scores[4] = 1;
  const preferences = packPreferences([{ tiers: [[4]] }, { tiers: [[1]] }, { tiers: [[0]] }], 20);
  expect(rowLogLikelihood({ restSoftmax })(scores, 0, preferences, 0, scores)).toBe(0);
  expect(scores.slice(0, 20).every((g) => g === 0)).toBe(true);
});
