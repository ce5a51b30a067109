import type { KernelBuild } from "@tierwise/kernels";
import type { NetworkShape } from "../network/shape.ts";
import type { ArrayEntry } from "./array-file.ts";

/** What makes a header ours. */
export const headerFormat = "tierwise-ranker";
/** The version of the format that is written. */
export const headerVersion = 1;

/** The JSON header of a model or checkpoint. */
export interface Header {
  readonly format: typeof headerFormat;
  readonly version: number;
  /** Counts the writings to a directory. */
  readonly generation: number;
  readonly shape: NetworkShape;
  readonly seed: number;
  readonly normalize: boolean;
  readonly steps: number;
  readonly kernelBuild: KernelBuild;
  readonly itemNames?: readonly string[];
  /** Of a checkpoint: the options and the state of the training. */
  readonly training?: unknown;
  readonly arrays: Readonly<Record<string, ArrayEntry>>;
}

/** Throws a sentence unless a parsed file is a header that this version reads. */
export function checkHeader(parsed: unknown, path: string): Header {
  const header = (typeof parsed === "object" && parsed !== null ? parsed : {}) as Partial<Header>;
  if (header.format !== headerFormat) {
    throw new Error(
      `${path} is not a ranker's: its format is ${JSON.stringify(header.format)}; expected "${headerFormat}"`,
    );
  }
  if (header.version !== headerVersion) {
    throw new Error(`${path} has version ${header.version}; this release reads version ${headerVersion}`);
  }
  const { shape, seed, steps, arrays, itemNames, normalize, kernelBuild } = header;
  const sizes = [shape?.features, shape?.hidden, shape?.items, seed, steps];
  if (
    !sizes.every((size) => Number.isSafeInteger(size)) ||
    typeof arrays !== "object" ||
    arrays === null ||
    typeof normalize !== "boolean" ||
    (kernelBuild !== "simd" && kernelBuild !== "relaxed-simd")
  ) {
    throw new Error(`${path} lacks sizes, seed, steps or arrays: it is damaged`);
  }
  for (const [name, entry] of Object.entries(arrays)) {
    const sound =
      typeof entry?.file === "string" &&
      /^[a-z.0-9-]+$/i.test(entry.file) &&
      Number.isSafeInteger(entry.length) &&
      typeof entry.sha256 === "string";
    if (!sound) throw new Error(`${path} describes array ${name} wrongly: it is damaged`);
  }
  if (itemNames !== undefined && !(Array.isArray(itemNames) && itemNames.length === shape?.items)) {
    throw new Error(`${path} does not have one name for each of ${shape?.items} items: it is damaged`);
  }
  return header as Header;
}
