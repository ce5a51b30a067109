import { createKernels } from "../build/kernels.ts";
import { loadKernelModuleSync, setProductsWide } from "../build/module.ts";
import { isNode } from "../build/platform.ts";
import { type Matrix, matrix } from "../memory/matrix.ts";
import { allocate, createKernelMemory, type KernelMemory } from "../memory/memory.ts";
import { gemmNN, gemmNT, gemmTN } from "./gemm.ts";

/** The result of {@link widenProducts}. */
export interface ProductWidth {
  /** Whether products use 256-bit vectors from now on. */
  readonly wide: boolean;
  /** A sentence that explains why products have this width. */
  readonly reason: string;
}

/** The first version of V8 in which the flag affects these products; Node 24 includes it. */
const FIRST_V8 = 13;
/** The minimum speedup at which wide tiles are used. */
const LEAST_SPEEDUP = 1.15;
/**
 * The products in the trial take a third of WARM_MILLISECONDS if their code is optimized, and more than WARM_MILLISECONDS otherwise. Once
 * it is optimized, they are repeated for TRIAL_MILLISECONDS. If it is not optimized within LONGEST_MILLISECONDS, the trial is inconclusive.
 */
const WARM_MILLISECONDS = 0.4;
const TRIAL_MILLISECONDS = 50;
const LONGEST_MILLISECONDS = 3000;

/**
 * Lets V8 combine adjacent 128-bit vector operations into 256-bit ones, with its flag `--experimental-wasm-revectorize`,
 * if this makes products faster. Modules that this thread loads from then on, for example for new rankers or training runs, use
 * wide products on all threads. Requires Node 24 or later on x64 (except macOS), and a processor with AVX2.
 *
 * The flag is experimental and applies to the whole process, so it must be enabled explicitly: with this function, or with `--wide` on the
 * command line. Results stay bit-identical. A trial that takes a tenth of a second compares the results and times of all three products. If
 * the results differ or the products are not faster, the flag is reset.
 *
 * @example
 * ```ts
 * import { widenProducts } from "@tierwise/kernels";
 *
 * const { wide, reason } = widenProducts();
 * console.log(reason.startsWith(`Products use ${wide ? 256 : 128}-bit vectors`)); // true
 * ```
 */
export function widenProducts(): ProductWidth {
  const obstacle = isNode ? nodeObstacle(process) : "wider vectors are available only in Node";
  const width = obstacle === undefined ? tryWideProducts() : narrowBecause(obstacle);
  setProductsWide(width.wide);
  return width;
}

/** The properties of `process` that determine whether the flag exists. */
interface NodeAbout {
  readonly arch: string;
  readonly platform: string;
  readonly version: string;
  readonly versions: { readonly v8: string };
}

/** The reason why this version of Node lacks the flag; undefined if it has the flag. V8 has the flag only on x64, and not on macOS. */
export function nodeObstacle({ arch, platform, version, versions }: NodeAbout): string | undefined {
  if (arch !== "x64" || platform === "darwin") return `V8 has no wider vectors on ${platform} ${arch}`;
  if (Number.parseInt(versions.v8, 10) >= FIRST_V8) return undefined;
  return `wider vectors need Node 24 or later, and this is ${version}`;
}

function narrowBecause(reason: string): ProductWidth {
  return { wide: false, reason: `Products use 128-bit vectors: ${reason}.` };
}

function tryWideProducts(): ProductWidth {
  const trial = createTrial();
  // The narrow products run before the flag is set and are the reference for the wide products.
  const narrow = trial(false);
  try {
    setFlag("--experimental-wasm-revectorize");
  } catch (error) {
    return narrowBecause(`this engine does not accept V8 flags (${error instanceof Error ? error.message : error})`);
  }
  const width = judge(narrow, trial(true));
  if (!width.wide) setFlag("--no-experimental-wasm-revectorize");
  return width;
}

function setFlag(flag: string): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}

/** The outcome of a trial with tiles of one width. */
export interface TrialOutcome {
  /** Whether all results were bit-identical to the first results, which were computed with narrow tiles. */
  readonly same: boolean;
  /** The fastest time, in milliseconds, or undefined if the code was not optimized. */
  readonly milliseconds: number | undefined;
}

export function judge(narrow: TrialOutcome, wide: TrialOutcome): ProductWidth {
  if (!narrow.same || !wide.same) return narrowBecause("V8 computed wrong results with wider vectors");
  if (narrow.milliseconds === undefined || wide.milliseconds === undefined) {
    return narrowBecause("V8 did not optimize the code during the trial of wider vectors");
  }
  const speedup = narrow.milliseconds / wide.milliseconds;
  const times = `${speedup.toFixed(1)} times as fast`;
  if (speedup < LEAST_SPEEDUP) return narrowBecause(`wider vectors were ${times} as 128-bit vectors on this processor`);
  return { wide: true, reason: `Products use 256-bit vectors, ${times} as 128-bit vectors.` };
}

/** Returns a function that times the three products in tiles of one width; the sizes are chosen to require both full tiles and edges. */
function createTrial(): (wide: boolean) => TrialOutcome {
  const memory = createKernelMemory({ bytes: 2 ** 22 });
  const [rows, items, units] = [66, 109, 131];
  const x = filled(memory, rows, units);
  const weights = filled(memory, items, units);
  const scores = filled(memory, rows, items);
  const outs = [[rows, items] as const, [rows, units] as const, [items, units] as const].map(([m, n]) =>
    filled(memory, m, n),
  );
  let expected: Float32Array[] | undefined;
  return (wide) => {
    const kernels = createKernels(loadKernelModuleSync({ wide }), memory);
    let same = true;
    let best = Number.POSITIVE_INFINITY;
    let end = performance.now() + LONGEST_MILLISECONDS;
    for (let warm = false; performance.now() < end; ) {
      const start = performance.now();
      gemmNT(kernels, outs[0], x, weights);
      gemmNN(kernels, outs[1], scores, weights);
      gemmTN(kernels, outs[2], scores, x);
      best = Math.min(best, performance.now() - start);
      expected ??= outs.map(({ data }) => data.slice());
      same &&= outs.every(({ data }, i) => data.every((value, j) => Object.is(value, expected?.[i][j])));
      if (!warm && best < WARM_MILLISECONDS) {
        warm = true;
        end = performance.now() + TRIAL_MILLISECONDS;
      }
    }
    return { same, milliseconds: best < WARM_MILLISECONDS ? best : undefined };
  };
}

/** Returns a matrix of positive and negative numbers whose adjacent elements differ. */
function filled(memory: KernelMemory, rows: number, columns: number): Matrix {
  const data = allocate(memory, Float32Array, rows * columns);
  for (let i = 0; i < data.length; i++) data[i] = ((i * 7919) % 2003) / 1000 - 1;
  return matrix(data, rows, columns);
}
