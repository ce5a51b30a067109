import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentLists } from "@tierwise/documents";
import { pythonPeer } from "./python-peer.ts";

/** The output of `peers/documents.py`: times in seconds (processor time on one thread, elapsed time on several threads). */
export interface DocumentsPeer {
  readonly version: string;
  readonly seconds: number;
  readonly prepareSeconds: number;
  readonly trainSeconds: number;
  readonly scores: readonly number[];
  readonly trials: readonly { readonly validation: readonly number[]; readonly test: readonly number[] }[];
}

/** Writes features, grades and sizes as raw numbers for Python. */
export function writeRaw(folder: string, name: string, { features, grades, offsets }: DocumentLists): void {
  writeFileSync(join(folder, `${name}.f32`), new Uint8Array(features.buffer, features.byteOffset, features.byteLength));
  writeFileSync(join(folder, `${name}.grades`), new Uint8Array(grades.buffer));
  const sizes = Int32Array.from(offsets.subarray(1), (end, l) => end - offsets[l]);
  writeFileSync(join(folder, `${name}.sizes`), new Uint8Array(sizes.buffer));
}

/** Reads what {@link writeRaw} wrote; features are in shared memory, as they are after reading a file. */
export function readRaw(folder: string, name: string): DocumentLists {
  const floats = (path: string): Float32Array => {
    const bytes = readFileSync(join(folder, path));
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return new Float32Array(shared.buffer);
  };
  const grades = floats(`${name}.grades`).slice();
  const features = floats(`${name}.f32`);
  const sizes = new Int32Array(new Uint8Array(readFileSync(join(folder, `${name}.sizes`))).buffer);
  const offsets = Int32Array.from([0, ...sizes]);
  for (let l = 1; l < offsets.length; l++) offsets[l] += offsets[l - 1];
  return { featureCount: features.length / grades.length, offsets, features, grades };
}

/** Runs XGBoost or PyTorch on the lists in a folder; returns undefined if the library is not installed for TIERWISE_PYTHON (default: python3). */
export function documentsPeer(
  folder: string,
  what: "read" | "search" | "torch" | "xgboost",
  { trees, leaves, threads = 1 }: { readonly trees: number; readonly leaves: number; readonly threads?: number },
): DocumentsPeer | undefined {
  const args = [folder, trees, leaves, what, threads];
  return pythonPeer("documents.py", { args, modules: ["numpy", "torch", "xgboost"] });
}
