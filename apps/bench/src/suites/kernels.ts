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
import { plainAdam, plainProduct, plainSparseProduct, plainStatistics } from "../plain-kernels.ts";
import { createTasks, type Layer } from "../pool-tasks.ts";
import { quantile, sideBySide } from "../side-by-side.ts";
import type { Claim, Suite } from "../suite.ts";
import { torchPeer } from "../torch-peer.ts";

const batch = 128;
const hidden = 256;

type Shape = "NT" | "NN" | "TN";

/** What each product of a training step is for. */
const purposes: Readonly<Record<Shape, string>> = {
  NT: "scores",
  NN: "gradient of the hidden layer",
  TN: "gradient of the weights",
};

/** The kernels on one thread: products in GFLOP/s, and all of them against the plain loops that they replace. */
export const kernelSpeed: Suite = {
  name: "kernels",
  title: "SIMD kernels: GFLOP/s on one thread, and speed against plain JavaScript",
  async run({ quick }) {
    const memory = createKernelMemory({ bytes: 2 ** 28 });
    const builds: KernelBuild[] = supportedKernelBuild() === "simd" ? ["simd"] : ["simd", "relaxed-simd"];
    const kernels: Kernels[] = [];
    for (const kernelBuild of builds) kernels.push(createKernels(await loadKernelModule({ kernelBuild }), memory));
    const options = { rounds: quick ? 5 : 15 };
    const outputs = quick ? 8_000 : 31_000;
    return {
      claims: [
        ...products(kernels, memory, outputs, options),
        ...(await twoThreads(memory, outputs, options)),
        ...torchProducts(outputs),
        productAgainstPlain(kernels[0], options),
        statisticsAgainstPlain(kernels[0], options),
        sparseAgainstPlain(kernels[0], options),
        adamAgainstPlain(kernels[0], options),
      ],
    };
  },
};

interface Rounds {
  readonly rounds: number;
}

function products(builds: readonly Kernels[], memory: KernelMemory, outputs: number, options: Rounds): Claim[] {
  const hiddenLayer = normalMatrix(builds[0], batch, hidden);
  const weights = normalMatrix(builds[0], outputs, hidden);
  const scores = normalMatrix(builds[0], batch, outputs);
  const hiddenGradient = normalMatrix(builds[0], batch, hidden);
  const weightGradient = matrix(allocate(memory, Float32Array, outputs * hidden), outputs, hidden);
  const calls: Readonly<Record<Shape, (kernels: Kernels) => void>> = {
    NT: (kernels) => gemmNT(kernels, scores, hiddenLayer, weights),
    NN: (kernels) => gemmNN(kernels, hiddenGradient, scores, weights),
    TN: (kernels) => gemmTN(kernels, weightGradient, scores, hiddenLayer),
  };
  const claims: Claim[] = [];
  for (const shape of ["NT", "NN", "TN"] as const) {
    const contestants = builds.map((kernels) => [kernels.kernelBuild, () => calls[shape](kernels)] as const);
    const timings = sideBySide(Object.fromEntries(contestants), options);
    for (const [build, { fastestNanoseconds }] of Object.entries(timings)) {
      claims.push({
        what: `gemm${shape} (${purposes[shape]}), ${batch} × ${hidden} × ${outputs}, ${build}`,
        figure: (2 * batch * hidden * outputs) / fastestNanoseconds,
        unit: "GFLOP/s",
      });
    }
    const relaxed = timings["relaxed-simd"];
    if (relaxed) {
      claims.push({
        what: `gemm${shape}, relaxed SIMD's time against plain SIMD's`,
        figure: relaxed.ratio,
        quartiles: relaxed.quartiles,
        target: { atMost: 1 },
      });
    }
  }
  return claims;
}

/** The scores in eight shards on one thread and on two, in turns, and what a round without work costs. */
async function twoThreads(memory: KernelMemory, outputs: number, { rounds }: Rounds): Promise<Claim[]> {
  const module = await loadKernelModule();
  const kernels = createKernels(module, memory);
  const shards = 8;
  const layer: Layer = {
    module,
    memory,
    input: normalMatrix(kernels, batch, hidden),
    weights: normalMatrix(kernels, outputs, hidden),
    outputs: normalMatrix(kernels, batch, outputs),
    shards,
  };
  const startWorker = () => new Worker(new URL("../pool-worker.js", import.meta.url));
  const [one, two] = [
    await createPool({ threads: 1, createTasks, startWorker, data: layer }),
    await createPool({ threads: 2, createTasks, startWorker, data: layer }),
  ];
  const ratios: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const alone = await milliseconds(() => one.run("forward", shards));
    ratios.push(alone / (await milliseconds(() => two.run("forward", shards))));
    const idle = await milliseconds(async () => {
      for (let i = 0; i < 500; i++) await two.run("idle", shards);
    });
    empty.push(idle / 500);
  }
  await two.close();
  const settled = ratios.slice(2).sort((a, b) => a - b);
  return [
    {
      what: `gemmNT in ${shards} shards, ${module.kernelBuild}, how much faster on two threads than on one`,
      figure: quantile(settled, 0.5),
      quartiles: [quantile(settled, 0.25), quantile(settled, 0.75)],
    },
    { what: "a round without work on two threads, at the fastest", figure: 1000 * Math.min(...empty), unit: "µs" },
  ];
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** PyTorch's products on one thread, where there is a PyTorch. */
function torchProducts(outputs: number): Claim[] {
  const torch = torchPeer<Record<Shape, number> & { blas: string }>("gemm.py", outputs, 1);
  if (torch === undefined) return [];
  return (["NT", "NN", "TN"] as const).map((shape) => ({
    what: `gemm${shape}, ${batch} × ${hidden} × ${outputs}, PyTorch with ${torch.blas}`,
    figure: torch[shape],
    unit: "GFLOP/s",
  }));
}

function productAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const outputs = 1000;
  const hiddenLayer = normalMatrix(kernels, batch, hidden);
  const weights = normalMatrix(kernels, outputs, hidden);
  const scores = normalMatrix(kernels, batch, outputs);
  const [out, a, b] = [scores, hiddenLayer, weights].map(({ data }) => Float32Array.from(data));
  return speedup(
    `gemmNT, ${batch} × ${hidden} × ${outputs}, plain SIMD, how much faster than blocked loops`,
    5,
    options,
    {
      kernel: () => gemmNT(kernels, scores, hiddenLayer, weights),
      plain: () => plainProduct(out, a, b, batch, outputs, hidden),
    },
  );
}

function statisticsAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const row = normalMatrix(kernels, 1, 31_000);
  const out = allocate(kernels.memory, Float64Array, 2);
  const copy = Float32Array.from(row.data);
  return speedup("max and Σexp of a row of 31 000, plain SIMD, how much faster than Math.exp", 5, options, {
    kernel: () => rowStatistics(kernels, out, row),
    plain: () => plainStatistics(copy),
  });
}

function sparseAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const [features, entries] = [20_000, 50];
  const dense = normalMatrix(kernels, features, hidden);
  const out = normalMatrix(kernels, batch, hidden);
  const x = {
    rows: batch,
    indptr: allocate(kernels.memory, Int32Array, batch + 1),
    indices: allocate(kernels.memory, Int32Array, batch * entries),
    values: allocate(kernels.memory, Float32Array, batch * entries).fill(0.5),
  };
  for (let i = 0; i <= batch; i++) x.indptr[i] = i * entries;
  for (let e = 0; e < x.indices.length; e++) x.indices[e] = (e * 7919) % features;
  const [outCopy, denseCopy, values] = [out.data, dense.data, x.values].map((data) => Float32Array.from(data));
  const [indptr, indices] = [x.indptr, x.indices].map((data) => Int32Array.from(data));
  return speedup(`${batch} sparse rows of ${entries} × ${hidden}, plain SIMD, how much faster than loops`, 5, options, {
    kernel: () => sparseProduct(kernels, out, x, dense),
    plain: () => plainSparseProduct(outCopy, indptr, indices, values, denseCopy, hidden),
  });
}

function adamAgainstPlain(kernels: Kernels, options: Rounds): Claim {
  const count = 2 ** 20;
  const [weights, gradient, first, second] = [1, 2, 3, 4].map(() => normalMatrix(kernels, 1, count).data);
  for (let i = 0; i < count; i++) second[i] = Math.abs(second[i]);
  const [w, g, m, v] = [weights, gradient, first, second].map((data) => Float32Array.from(data));
  return speedup("an Adam step of 2²⁰ weights, plain SIMD, how much faster than a loop", 3, options, {
    kernel: () => adamStep(kernels, { weights, gradient, first, second }, { step: 10, rate: 0.001 }),
    plain: () => plainAdam(w, g, m, v, 10),
  });
}

function speedup(
  what: string,
  atLeast: number,
  options: Rounds,
  contestants: Readonly<Record<"kernel" | "plain", () => unknown>>,
): Claim {
  const { ratio, quartiles } = sideBySide(contestants, options).plain;
  return { what, figure: ratio, quartiles, target: { atLeast } };
}

function normalMatrix(kernels: Kernels, rows: number, columns: number): Matrix {
  const made = matrix(allocate(kernels.memory, Float32Array, rows * columns), rows, columns);
  fillNormal(kernels, made.data, { seed: 1 });
  return made;
}
