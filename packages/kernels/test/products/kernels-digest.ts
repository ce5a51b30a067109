// node [V8 flags] kernels-digest.ts: runs every kernel until its code is optimized and prints, for each build, a digest of the results.
// Products use wide tiles, which contain the pairs of operations that V8 can combine.
import { createHash } from "node:crypto";
import {
  adaGradStep,
  adamRowsStep,
  adamStep,
  allocate,
  allocateSparseTranspose,
  axpy,
  columnSums,
  dropout,
  expScale,
  fillNormal,
  fillUniform,
  gatherRows,
  gemmNN,
  gemmNT,
  gemmTN,
  type Kernels,
  normalizeRows,
  normalizeSparseRows,
  relu,
  reluBackward,
  sampledProduct,
  scale,
  softmaxRows,
  sparseProduct,
  transposeSparse,
} from "@tierwise/kernels";
import { builds, kernelsOf } from "../builds.ts";
import { random, randomArray, randomMatrix, randomSparse } from "../random.ts";

/** Enough rounds for V8 to optimize every kernel. */
const rounds = 1500;
/** Sizes that leave remainders for vectors of eight and of four elements. */
const [rows, units, items] = [21, 45, 83];

for (const build of builds) {
  const hash = createHash("sha256");
  const run = everyKernel(await kernelsOf(build, 2 ** 22, { wide: true }));
  for (let round = 1; round <= rounds; round++) for (const out of run(round)) hash.update(out);
  process.stdout.write(`${build} ${hash.digest("hex")}\n`);
}

/** Returns a function that runs all kernels once on the same data and returns the arrays they wrote. */
function everyKernel(kernels: Kernels): (round: number) => (Float32Array | Float64Array | Int32Array)[] {
  const uniform = random(1);
  const { memory } = kernels;
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  const x = randomMatrix(kernels, rows, units, uniform);
  const weights = randomMatrix(kernels, items, units, uniform);
  const scores = randomMatrix(kernels, rows, items, uniform);
  const gradient = randomMatrix(kernels, rows, units, uniform);
  const weightsGradient = randomMatrix(kernels, items, units, uniform);
  const sparse = randomSparse(kernels, rows, items, 12, uniform);
  const hidden = randomMatrix(kernels, rows, units, uniform);
  const transpose = allocateSparseTranspose(memory, { entries: sparse.indices.length, columns: items });
  const [first, second, squares] = [0, 1, 2].map(() => ({ ...weights, data: floats(items * units) }));
  const lastSteps = allocate(memory, Int32Array, items);
  const statistics = allocate(memory, Float64Array, 2 * rows);
  const [sums, drawn, exponentials] = [floats(units), floats(items), floats(items)];
  const gathered = randomMatrix(kernels, 3, units, uniform);
  const listed = allocate(memory, Int32Array, 3);
  listed.set([2, 5, 80]);
  const noise = randomArray(kernels, rows * units, uniform);

  return (round) => {
    fillUniform(kernels, drawn, { seed: 1, stream: round });
    fillNormal(kernels, noise, { seed: 2, stream: round });
    axpy(kernels, x.data, 0.01, noise);
    normalizeRows(kernels, x);
    normalizeSparseRows(kernels, sparse);
    sparseProduct(kernels, hidden, sparse, weights);
    axpy(kernels, hidden.data, 1, x.data);
    relu(kernels, hidden.data);
    dropout(kernels, hidden.data, { rate: 0.3, seed: 3, stream: round });
    gemmNT(kernels, scores, hidden, weights, { bias: drawn });
    expScale(kernels, exponentials, scores.data.subarray(0, items), { shift: 0.5, scale: 0.25 });
    softmaxRows(kernels, scores, statistics);
    gemmNN(kernels, gradient, scores, weights);
    gemmTN(kernels, weightsGradient, scores, hidden);
    columnSums(kernels, sums, hidden);
    reluBackward(kernels, gradient.data, hidden.data);
    scale(kernels, weightsGradient.data, 0.5);
    adamStep(
      kernels,
      { weights: weights.data, gradient: weightsGradient.data, first: first.data, second: second.data },
      { step: round, learningRate: 0.01, weightDecay: 0.01 },
    );
    adaGradStep(
      kernels,
      { weights: weights.data, gradient: weightsGradient.data, squares: squares.data },
      { learningRate: 0.01 },
    );
    const count = transposeSparse(kernels, transpose, sparse);
    const touched = { ...weightsGradient, rows: count };
    sparseProduct(kernels, touched, { ...transpose, indptr: transpose.indptr.subarray(0, count + 1) }, gradient);
    adamRowsStep(
      kernels,
      { rows: transpose.touched.subarray(0, count), weights, gradient: touched, first, second, lastSteps },
      { step: round, learningRate: 0.01 },
    );
    sampledProduct(kernels, sparse, hidden, weights);
    gatherRows(kernels, gathered, weights, listed);
    return [scores.data, gradient.data, weights.data, second.data, sums, exponentials, statistics, gathered.data];
  };
}
