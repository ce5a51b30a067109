import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentLists } from "@tierwise/documents";
import { pythonPeer } from "./python-peer.ts";

/** The output of `peers/documents.py`: seconds of processor time on one thread. */
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

/** Runs XGBoost or PyTorch on the lists in a folder; returns undefined if the library is not installed for TIERWISE_PYTHON (default: python3). */
export function documentsPeer(
  folder: string,
  what: "read" | "search" | "torch" | "xgboost",
  { trees, leaves }: { readonly trees: number; readonly leaves: number },
): DocumentsPeer | undefined {
  const args = [folder, trees, leaves, what];
  return pythonPeer("documents.py", { args, modules: ["numpy", "torch", "xgboost"] });
}
