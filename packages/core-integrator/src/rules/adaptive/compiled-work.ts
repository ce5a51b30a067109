import { compiledPasses, compiledWalk } from "./compiled-passes.ts";
import { plainWork } from "./plain-work.ts";
import {
  MANY_MIDDLE_ITEMS,
  type ObservationMemory,
  type ObservationWork,
  REACH,
  type ReferenceTier,
  type TierMemory,
  type TierWork,
} from "./tier-memory.ts";

type Area = Exclude<keyof TierMemory, "light" | "slopes">;

/** The exports of the WebAssembly in `assembly`: the passes and the address of each memory area. */
interface Exports extends Readonly<Record<Area, WebAssembly.Global<"i32">>> {
  readonly memory: WebAssembly.Memory;
  sumPowers(light: number, count: number, wide: number): void;
  nodeMoments(low: number, high: number, terms: number): void;
  lightSlopes(light: number, count: number, terms: number, slopes: number): void;
  readonly addClumps: TierWork["addClumps"];
  readonly walkRows: TierWork["walkRows"];
  readonly weighNodes: TierWork["weighNodes"];
  rowSlopes(middleCount: number, scale: number, low: number, high: number, slopes: number): void;
}

/** The exports of the build for relaxed SIMD. */
interface WalkExports extends Readonly<Record<keyof ObservationMemory, WebAssembly.Global<"i32">>> {
  readonly memory: WebAssembly.Memory;
  walkObservation(
    tierCount: number,
    rest: number,
    maxTier: number,
    tolerance: number,
    drop: number,
    target: number,
    wantGradient: number,
    hasMasses: number,
  ): number;
}

const PAGE = 65_536;
const NODES = 2 * REACH + 1;
/** The largest observation that the compiled walk accepts; see assembly/layout.ts. */
const MOST_NAMED = 4096;
const MOST_TIERS = 512;

/** The passes in WebAssembly; undefined if this engine has no 128-bit vectors or is not allowed to compile WebAssembly. */
export function compiledWork(): TierWork | undefined {
  let evaluateTier: ReferenceTier | undefined;
  const walk = instantiate<WalkExports>(compiledWalk, {
    reference: { evaluateTier: (from: number, size: number, rest: number) => evaluateTier?.(from, size, rest) },
  });
  const wasm = instantiate<Exports>(compiledPasses);
  if (wasm === undefined) return undefined;
  const light = wasm.memory.buffer.byteLength; // The areas of fixed size come first.
  let slopes = light;
  const observation: ObservationWork | undefined = walk && {
    ...observationViews(walk),
    mostNamed: MOST_NAMED,
    mostTiers: MOST_TIERS,
    walk(tierCount, rest, { maxTier, wantGradient }, { tolerance, drop, target }, hasMasses, reference) {
      evaluateTier = reference;
      const gradient = wantGradient ? 1 : 0;
      return walk.walkObservation(tierCount, rest, maxTier, tolerance, drop, target, gradient, hasMasses ? 1 : 0) === 1;
    },
  };
  const work: TierWork = {
    ...viewsOf(wasm, light, slopes, 0),
    observation,
    sumPowers: (count, wide) => wasm.sumPowers(light, count, wide ? 1 : 0),
    nodeMoments: wasm.nodeMoments,
    lightSlopes: (count, terms) => wasm.lightSlopes(light, count, terms, slopes),
    addClumps: wasm.addClumps,
    walkRows: wasm.walkRows,
    weighNodes: wasm.weighNodes,
    rowSlopes: (middleCount, scale, low, high) => wasm.rowSlopes(middleCount, scale, low, high, slopes),
    reserve(size) {
      if (work.light.length > size + 3) return;
      // The passes read and write up to three entries beyond the last item.
      const length = 4 + Math.max(size, MANY_MIDDLE_ITEMS, 2 * work.light.length);
      const missing = light + 16 * length - wasm.memory.buffer.byteLength;
      if (missing > 0) wasm.memory.grow(Math.ceil(missing / PAGE));
      slopes = light + 8 * length;
      Object.assign(work, viewsOf(wasm, light, slopes, length));
    },
  };
  return work;
}

function instantiate<T>(digits: string, imports?: WebAssembly.Imports): T | undefined {
  try {
    const bytes = new Uint8Array(digits.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports).exports as unknown as T;
  } catch {
    return undefined; // The engine lacks 128-bit vectors, or the page's content security policy lacks 'wasm-unsafe-eval'.
  }
}

function viewsOf(wasm: Exports, light: number, slopes: number, length: number): TierMemory {
  const { buffer } = wasm.memory;
  const numbers = (area: Area, count: number): Float64Array => new Float64Array(buffer, wasm[area].value, count);
  const integers = (area: Area, count: number): Int32Array => new Int32Array(buffer, wasm[area].value, count);
  return {
    light: new Float64Array(buffer, light, length),
    slopes: new Float64Array(buffer, slopes, length),
    middle: numbers("middle", MANY_MIDDLE_ITEMS + 1),
    bucketStart: integers("bucketStart", 512),
    clumpRatio: numbers("clumpRatio", 513),
    clumpWeight: numbers("clumpWeight", 513),
    log: numbers("log", NODES),
    v: numbers("v", NODES),
    weight: numbers("weight", NODES),
    active: integers("active", NODES),
    decay: numbers("decay", NODES * MANY_MIDDLE_ITEMS),
    powers: numbers("powers", 16),
    series: numbers("series", 16),
    result: numbers("result", 3),
  };
}

function observationViews(wasm: WalkExports): ObservationMemory {
  const { buffer } = wasm.memory;
  return {
    scores: new Float64Array(buffer, wasm.scores.value, MOST_NAMED),
    masses: new Float64Array(buffer, wasm.masses.value, MOST_NAMED),
    gradient: new Float64Array(buffer, wasm.gradient.value, MOST_NAMED),
    tierStart: new Int32Array(buffer, wasm.tierStart.value, MOST_TIERS + 1),
    outcome: new Float64Array(buffer, wasm.outcome.value, 4),
  };
}

let work: TierWork | undefined;

/** The work memory of this thread: in WebAssembly with 128-bit vectors, or in plain TypeScript if they are unavailable. */
export function tierWork(): TierWork {
  work ??= compiledWork() ?? plainWork();
  return work;
}
