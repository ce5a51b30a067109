import { createKernels } from "../build/kernels.ts";
import { loadKernelModuleSync, setProductsWide } from "../build/module.ts";
import { isNode } from "../build/platform.ts";
import { type Matrix, matrix } from "../memory/matrix.ts";
import { allocate, createKernelMemory, type KernelMemory } from "../memory/memory.ts";
import { gemmNN, gemmNT, gemmTN } from "./gemm.ts";

/** What {@link widenProducts} found. */
export interface ProductWidth {
  /** Whether products are in 256-bit vectors from now on. */
  readonly wide: boolean;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** The first V8 whose flag finds the pairs of our products: Node 24's. */
const FIRST_V8 = 13;
/** How much faster wide tiles must be. */
const WORTH = 1.15;
/**
 * The products of the trial take a third of WARM in optimized code, and more than WARM in other code. They are repeated for TRIAL
 * after that; where it has not come to it after LONGEST, nothing is known.
 */
const WARM_MILLISECONDS = 0.4;
const TRIAL_MILLISECONDS = 50;
const LONGEST_MILLISECONDS = 3000;

/**
 * Asks V8 to join neighboring 128-bit vector operations into 256-bit ones, by its flag `--experimental-wasm-revectorize`, and
 * tries whether products gain by it; if so, modules that this thread loads afterwards (rankers created, trainings begun)
 * compute them that way, on all the threads to which they are posted. It needs Node 24 or later on x64, not macOS, and a
 * processor with AVX2.
 *
 * The flag is V8's to change or to get wrong, and holds for the whole process, which is why you ask for it: here, or with `--wide`
 * on the command line. Results stay the same to the bit. The trial, a tenth of a second, compares those of all three products;
 * where they differ or gain nothing, the flag is taken back.
 *
 * @example
 * ```ts
 * import { widenProducts } from "@tierwise/kernels";
 *
 * const { wide, reason } = widenProducts();
 * console.log(reason.startsWith(wide ? "Products are in 256-bit vectors" : "Products are in 128-bit vectors")); // true
 * ```
 */
export function widenProducts(): ProductWidth {
  const obstacle = isNode ? nodeObstacle(process) : "only Node lets a program ask for more";
  const width = obstacle === undefined ? tryWideProducts() : narrowBecause(obstacle);
  setProductsWide(width.wide);
  return width;
}

/** What `process` says of a Node. */
interface NodeAbout {
  readonly arch: string;
  readonly platform: string;
  readonly version: string;
  readonly versions: { readonly v8: string };
}

/** Why this Node has no such flag, if so. It was built into V8 for x64 only, and not for macOS. */
export function nodeObstacle({ arch, platform, version, versions }: NodeAbout): string | undefined {
  if (arch !== "x64" || platform === "darwin") return `V8 has no wider ones on ${platform} ${arch}`;
  if (Number.parseInt(versions.v8, 10) >= FIRST_V8) return undefined;
  return `wider ones need Node 24 or later, this is ${version}`;
}

function narrowBecause(why: string): ProductWidth {
  return { wide: false, reason: `Products are in 128-bit vectors: ${why}.` };
}

function tryWideProducts(): ProductWidth {
  const trial = createTrial();
  // The narrow ones are computed and optimized before the flag is set: they are what the others must equal.
  const narrow = trial(false);
  try {
    setFlag("--experimental-wasm-revectorize");
  } catch (error) {
    return narrowBecause(`this engine takes no flags of V8 (${error instanceof Error ? error.message : error})`);
  }
  const width = judge(narrow, trial(true));
  if (!width.wide) setFlag("--no-experimental-wasm-revectorize");
  return width;
}

function setFlag(flag: string): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}

/** What came of the products in tiles of one width. */
export interface TrialOutcome {
  /** Whether they were the same to the bit as the first ones of the trial, whenever they were computed. */
  readonly same: boolean;
  /** The fastest time, in milliseconds; undefined where no optimized code appeared. */
  readonly milliseconds: number | undefined;
}

/** Whether wide tiles are worth it. */
export function judge(narrow: TrialOutcome, wide: TrialOutcome): ProductWidth {
  if (!narrow.same || !wide.same) return narrowBecause("V8 computed wider ones wrongly");
  if (narrow.milliseconds === undefined || wide.milliseconds === undefined) {
    return narrowBecause("V8 did not optimize them while wider ones were tried");
  }
  const faster = narrow.milliseconds / wide.milliseconds;
  const times = `${faster.toFixed(1)} times as fast`;
  if (faster < WORTH) return narrowBecause(`wider ones were ${times} on this processor`);
  return { wide: true, reason: `Products are in 256-bit vectors, ${times}.` };
}

/** Computes the three products, with whole tiles and edges, in tiles of a width until their code is optimized and then some. */
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

/** A matrix of numbers of both signs, no two neighbors alike. */
function filled(memory: KernelMemory, rows: number, columns: number): Matrix {
  const data = allocate(memory, Float32Array, rows * columns);
  for (let i = 0; i < data.length; i++) data[i] = ((i * 7919) % 2003) / 1000 - 1;
  return matrix(data, rows, columns);
}
