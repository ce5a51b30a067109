import { gemmNT } from "./gemm.ts";
import { allocate, createKernelMemory, type KernelMemory } from "./kernel-memory.ts";
import { loadKernelModuleSync } from "./kernel-module.ts";
import { createKernels } from "./kernels.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { isNode } from "./platform.ts";
import { setProductsWide } from "./product-width.ts";

/** What {@link widenProducts} found. */
export interface ProductWidth {
  /** Whether products are in 256-bit vectors from now on. */
  readonly wide: boolean;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** The V8 flag, and the first V8 in which it finds the pairs of our products: Node 24's. */
const FLAG = "--experimental-wasm-revectorize";
const FIRST_V8 = 13;

/** How much faster wide tiles must be. */
const WORTH = 1.15;
/**
 * Both are tried for so long after the code of both is optimised, which a product below WARM tells: optimised code takes a tenth of
 * that, other code several times as much. After LONGEST the trial ends as it stands.
 */
const TRIAL_MILLISECONDS = 100;
const WARM_MILLISECONDS = 1;
const LONGEST_MILLISECONDS = 5000;

/**
 * Asks V8 to join neighbouring 128-bit vector operations into 256-bit ones, by its flag `--experimental-wasm-revectorize`, and tries
 * whether products gain by it; if so, modules loaded afterwards (rankers created, trainings begun) compute them that way. On
 * Node 24 or later and a processor with AVX2 products take about half the time. The flag is V8's to change or to get wrong, and holds
 * for the whole process, which is why you ask for it: here, or with `--wide` on the command line. Results stay the same to the
 * bit; the trial compares them, and keeps to 128 bits where they differ.
 *
 * @example
 * ```ts
 * import { widenProducts } from "@tierwise/kernels";
 *
 * const { wide, reason } = widenProducts();
 * console.log(typeof wide, reason.length > 0); // boolean true
 * ```
 */
export function widenProducts(): ProductWidth {
  const found = tryWideProducts();
  setProductsWide(found.wide);
  return found;
}

function tryWideProducts(): ProductWidth {
  if (!isNode) return { wide: false, reason: "products are in 128-bit vectors: only Node lets a program ask for more" };
  const { v8 } = process.versions;
  if (!(Number.parseInt(v8, 10) >= FIRST_V8)) {
    return {
      wide: false,
      reason: `products are in 128-bit vectors: wider ones need Node 24 or later, this is ${process.version}`,
    };
  }
  process.getBuiltinModule("node:v8").setFlagsFromString(FLAG);
  const { same, faster } = trial();
  if (!same) {
    return { wide: false, reason: `products are in 128-bit vectors: with V8's ${FLAG} they were wrong (V8 ${v8})` };
  }
  const times = `${faster.toFixed(1)} times as fast`;
  return faster >= WORTH
    ? { wide: true, reason: `products are in 256-bit vectors, ${times}` }
    : { wide: false, reason: `products are in 128-bit vectors: in wider ones they were ${times} on this processor` };
}

/** A product with whole tiles and edges, in narrow and in wide tiles: whether they are the same to the bit, and how their times compare. */
function trial(): { readonly same: boolean; readonly faster: number } {
  const rows = 66;
  const columns = 109;
  const depth = 256;
  const memory = createKernelMemory({ bytes: 2 ** 21 });
  const a = filled(memory, rows, depth);
  const b = filled(memory, columns, depth);
  const [narrow, wide] = [false, true].map((isWide) => {
    const kernels = createKernels(loadKernelModuleSync({ wide: isWide }), memory);
    const out = filled(memory, rows, columns);
    let best = Number.POSITIVE_INFINITY;
    return {
      out: out.data,
      run(): void {
        const start = performance.now();
        gemmNT(kernels, out, a, b);
        best = Math.min(best, performance.now() - start);
      },
      best: (): number => best,
    };
  });
  let same = true;
  let end = performance.now() + LONGEST_MILLISECONDS;
  for (let warm = false; performance.now() < end; ) {
    narrow.run();
    wide.run();
    same &&= narrow.out.every((value, i) => Object.is(value, wide.out[i]));
    if (!warm && Math.max(narrow.best(), wide.best()) < WARM_MILLISECONDS) {
      warm = true;
      end = performance.now() + TRIAL_MILLISECONDS;
    }
  }
  return { same, faster: narrow.best() / wide.best() };
}

/** A matrix of numbers of both signs, no two neighbours alike. */
function filled(memory: KernelMemory, rows: number, columns: number): Matrix {
  const data = allocate(memory, Float32Array, rows * columns);
  for (let i = 0; i < data.length; i++) data[i] = ((i * 7919) % 2003) / 1000 - 1;
  return matrix(data, rows, columns);
}
