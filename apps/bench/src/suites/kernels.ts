import { Worker } from "node:worker_threads";
import {
  adamStep,
  allocate,
  createKernelMemory,
  createKernels,
  createPool,
  fillNormal,
  gemmNN,
  gemmNT,
  gemmTN,
  type KernelBuild,
  type KernelMemory,
  type Kernels,
  loadKernelModule,
  type Matrix,
  matrix,
  rowStatistics,
  sparseProduct,
  supportedKernelBuild,
} from "@tierwise/kernels";
import {
  plainAdam,
  plainProductNN,
  plainProductNT,
  plainProductTN,
  plainSparseProduct,
  plainStatistics,
} from "../peers/plain-kernels.ts";
import { noTorch, torchPeer } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians, ratioWithin, sideBySide, type Timing } from "../timing/side-by-side.ts";
import type { Claim, Gate, Suite } from "../timing/suite.ts";
import { createTasks, type Layer } from "./apart/pool-tasks.ts";

const batchSize = 128;
const hidden = 256;

type Shape = "NT" | "NN" | "TN";

/** The purpose of each matrix product in a training step. */
const purposes: Readonly<Record<Shape, string>> = {
  NT: "scores",
  NN: "gradient of the hidden layer",
  TN: "gradient of the weights",
};

/** Compares the kernels on one thread with the plain loops that they replace and with PyTorch, and gives the speed of products in GFLOP/s. */
export const kernelSpeed: Suite = {
  name: "kernels",
  group: "Kernels",
  gated: true,
  title: "SIMD kernels on one thread: speed relative to plain JavaScript and PyTorch, products also in GFLOP/s",
  async run({ quick }) {
    const memory = createKernelMemory({ bytes: 2 ** 28 });
    const builds: KernelBuild[] = supportedKernelBuild() === "simd" ? ["simd"] : ["simd", "relaxed-simd"];
    const kernels: Kernels[] = [];
    for (const kernelBuild of builds) kernels.push(createKernels(await loadKernelModule({ kernelBuild }), memory));
    const options = { rounds: quick ? 5 : 15, sliceMilliseconds: quick ? 8 : 20 };
    const outputs = quick ? 4000 : 31_000;
    const torch = torchPeer<TorchProducts>("gemm.py", outputs, 1);
    return {
      claims: [
        ...products(kernels, memory, outputs, options, torch),
        ...(await twoThreads(memory, outputs, options)),
        ...productsAgainstPlain(kernels[0], options),
        statisticsAgainstPlain(kernels[0], options),
        sparseAgainstPlain(kernels[0], options),
        adamAgainstPlain(kernels[0], options),
      ],
      skipped: torch === undefined ? [noTorch("the products in PyTorch")] : [],
    };
  },
};

interface Rounds {
  readonly rounds: number;
  readonly sliceMilliseconds: number;
}

/** The output of `peers/gemm.py`: GFLOP/s in the fastest round, and the seconds that each round took. */
type TorchProducts = Readonly<Record<Shape, { readonly gigaflops: number; readonly seconds: readonly number[] }>> & {
  readonly blas: string;
};

/** Matrix products of the sizes used in training: relaxed SIMD against plain SIMD, and the faster of these builds against PyTorch. */
function products(
  builds: readonly Kernels[],
  memory: KernelMemory,
  outputs: number,
  options: Rounds,
  torch: TorchProducts | undefined,
): Claim[] {
  const hiddenLayer = normalMatrix(builds[0], batchSize, hidden);
  const weights = normalMatrix(builds[0], outputs, hidden);
  const scores = normalMatrix(builds[0], batchSize, outputs);
  const hiddenGradient = normalMatrix(builds[0], batchSize, hidden);
  const weightGradient = matrix(allocate(memory, Float32Array, outputs * hidden), outputs, hidden);
  const calls: Readonly<Record<Shape, (kernels: Kernels) => void>> = {
    NT: (kernels) => gemmNT(kernels, scores, hiddenLayer, weights),
    NN: (kernels) => gemmNN(kernels, hiddenGradient, scores, weights),
    TN: (kernels) => gemmTN(kernels, weightGradient, scores, hiddenLayer),
  };
  const gigaflops = (nanoseconds: number): string =>
    `${((2 * batchSize * hidden * outputs) / nanoseconds).toFixed(0)} GFLOP/s`;
  const claims: Claim[] = [];
  for (const shape of ["NT", "NN", "TN"] as const) {
    const contestants = builds.map((kernels) => [kernels.kernelBuild, () => calls[shape](kernels)] as const);
    const timings: Record<string, Timing> = sideBySide(Object.fromEntries(contestants), options);
    const what = `gemm${shape} (${purposes[shape]}), ${batchSize} × ${hidden} × ${outputs}`;
    const { simd, "relaxed-simd": relaxed } = timings;
    if (relaxed) {
      claims.push(
        claimOf(`${what}: time with relaxed SIMD relative to plain SIMD`, relaxed, {
          target: { atMost: 1 },
          context: `${gigaflops(relaxed.fastestNanoseconds)}, plain ${gigaflops(simd.fastestNanoseconds)} in the fastest round`,
        }),
      );
    }
    if (torch === undefined) continue;
    const [build, own] = relaxed ? ["relaxed SIMD", relaxed] : ["plain SIMD", simd];
    claims.push(
      claimOf(
        `${what}: speed with ${build} relative to PyTorch with ${torch.blas}`,
        ratioOfMedians(
          torch[shape].seconds.map((seconds) => 1e9 * seconds),
          own.rounds,
        ),
        {
          context: `${gigaflops(own.fastestNanoseconds)}, PyTorch ${torch[shape].gigaflops.toFixed(0)} GFLOP/s in the fastest round`,
        },
      ),
    );
  }
  return claims;
}

/** Times the product that computes scores in eight shards, on one and on two threads, in alternation with an empty round. */
async function twoThreads(memory: KernelMemory, outputs: number, { rounds }: Rounds): Promise<Claim[]> {
  const module = await loadKernelModule();
  const kernels = createKernels(module, memory);
  const shards = 8;
  const layer: Layer = {
    module,
    memory,
    input: normalMatrix(kernels, batchSize, hidden),
    weights: normalMatrix(kernels, outputs, hidden),
    outputs: normalMatrix(kernels, batchSize, outputs),
    shards,
  };
  const startWorker = () => new Worker(new URL("./apart/pool-worker.js", import.meta.url));
  const [one, two] = [
    await createPool({ threads: 1, createTasks, startWorker, data: layer }),
    await createPool({ threads: 2, createTasks, startWorker, data: layer }),
  ];
  const alone: number[] = [];
  const together: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const times = [
      await milliseconds(() => one.run("forward", shards)),
      await milliseconds(() => two.run("forward", shards)),
      (await milliseconds(async () => {
        for (let i = 0; i < 500; i++) await two.run("idle", shards);
      })) / 500,
    ];
    if (round < 2) continue; // the code is compiled in the first rounds
    for (const [i, list] of [alone, together, empty].entries()) list.push(times[i]);
  }
  await two.close();
  return [
    claimOf(
      `speedup of two threads over one: gemmNT in ${shards} shards, ${module.kernelBuild}`,
      ratioWithin(alone, together),
    ),
    claimOf(
      `time of an empty round relative to gemmNT in ${shards} shards, both on two threads`,
      ratioWithin(empty, together),
      {
        context: `${(1000 * Math.min(...empty)).toFixed(1)} µs in the fastest round`,
      },
    ),
  ];
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Products that are small enough for plain loops. */
function productsAgainstPlain(kernels: Kernels, options: Rounds): Claim[] {
  const outputs = 1000;
  const hiddenLayer = normalMatrix(kernels, batchSize, hidden);
  const weights = normalMatrix(kernels, outputs, hidden);
  const scores = normalMatrix(kernels, batchSize, outputs);
  const hiddenGradient = normalMatrix(kernels, batchSize, hidden);
  const weightGradient = normalMatrix(kernels, outputs, hidden);
  const [h, w, s, hg, wg] = [hiddenLayer, weights, scores, hiddenGradient, weightGradient].map(({ data }) =>
    Float32Array.from(data),
  );
  const contests: Readonly<Record<Shape, Readonly<Record<"kernel" | "plain", () => void>>>> = {
    NT: {
      kernel: () => gemmNT(kernels, scores, hiddenLayer, weights),
      plain: () => plainProductNT(s, h, w, batchSize, outputs, hidden),
    },
    NN: {
      kernel: () => gemmNN(kernels, hiddenGradient, scores, weights),
      plain: () => plainProductNN(hg, s, w, batchSize, hidden, outputs),
    },
    TN: {
      kernel: () => gemmTN(kernels, weightGradient, scores, hiddenLayer),
      plain: () => plainProductTN(wg, s, h, outputs, hidden, batchSize),
    },
  };
  return (["NT", "NN", "TN"] as const).map((shape) => {
    const what = `speedup over blocked loops: gemm${shape}, ${batchSize} × ${hidden} × ${outputs}, plain SIMD`;
    const work = { operations: 2 * batchSize * hidden * outputs };
    return speedup(what, 5, options, contests[shape], work);
  });
}

function statisticsAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const row = normalMatrix(kernels, 1, 31_000);
  const out = allocate(kernels.memory, Float64Array, 2);
  const copy = Float32Array.from(row.data);
  return speedup(
    "speedup over a loop with Math.exp: maximum and Σexp of a row of 31 000 scores, plain SIMD",
    5,
    options,
    {
      kernel: () => rowStatistics(kernels, out, row),
      plain: () => plainStatistics(copy),
    },
  );
}

function sparseAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const [features, entries] = [20_000, 50];
  const dense = normalMatrix(kernels, features, hidden);
  const out = normalMatrix(kernels, batchSize, hidden);
  const x = {
    indptr: allocate(kernels.memory, Int32Array, batchSize + 1),
    indices: allocate(kernels.memory, Int32Array, batchSize * entries),
    values: allocate(kernels.memory, Float32Array, batchSize * entries).fill(0.5),
  };
  for (let i = 0; i <= batchSize; i++) x.indptr[i] = i * entries;
  for (let e = 0; e < x.indices.length; e++) x.indices[e] = (e * 7919) % features;
  const [outCopy, denseCopy, values] = [out.data, dense.data, x.values].map((data) => Float32Array.from(data));
  const [indptr, indices] = [x.indptr, x.indices].map((data) => Int32Array.from(data));
  // The speed of this product is limited by memory bandwidth and therefore depends on how other processes use the caches.
  const gate = { better: "higher", tolerance: 1 } as const;
  return speedup(
    `speedup over loops: product of ${batchSize} sparse rows (${entries} nonzero values each) with a matrix of ${hidden} columns, plain SIMD`,
    5,
    options,
    {
      kernel: () => sparseProduct(kernels, out, x, dense),
      plain: () => plainSparseProduct(outCopy, indptr, indices, values, denseCopy, hidden),
    },
    { gate },
  );
}

function adamAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const count = 2 ** 20;
  const [weights, gradient, first, second] = [1, 2, 3, 4].map(() => normalMatrix(kernels, 1, count).data);
  for (let i = 0; i < count; i++) second[i] = Math.abs(second[i]);
  const [w, g, m, v] = [weights, gradient, first, second].map((data) => Float32Array.from(data));
  return speedup("speedup over a loop: an Adam step on 2²⁰ weights, plain SIMD", 3, options, {
    kernel: () => adamStep(kernels, { weights, gradient, first, second }, { step: 10, learningRate: 0.001 }),
    plain: () => plainAdam(w, g, m, v, 10),
  });
}

function speedup(
  what: string,
  atLeast: number,
  options: Rounds,
  contestants: Readonly<Record<"kernel" | "plain", () => unknown>>,
  { operations, gate = { better: "higher" } }: { readonly operations?: number; readonly gate?: Gate } = {},
): Claim {
  const { kernel, plain } = sideBySide(contestants, options);
  const gigaflops = ({ nanoseconds }: Timing): string => ((operations ?? 0) / nanoseconds).toFixed(1);
  return claimOf(what, plain, {
    target: { atLeast },
    context:
      operations === undefined
        ? readableTime(kernel.nanoseconds)
        : `${gigaflops(kernel)} GFLOP/s, loops ${gigaflops(plain)}`,
    gate,
  });
}

function normalMatrix(kernels: Kernels, rows: number, columns: number): Matrix {
  const made = matrix(allocate(kernels.memory, Float32Array, rows * columns), rows, columns);
  fillNormal(kernels, made.data, { seed: 1 });
  return made;
}
