import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackendName } from "@tierwise/losses/tfjs";
import type { Report } from "../timing/suite.ts";

const backends: readonly BackendName[] = ["cpu", "wasm", "tfjs-node", "webgpu", "tfjs-node-gpu"];

/** How backends are measured. */
export interface TfjsOptions {
  /** Fewer repeats, smaller sizes. */
  readonly quick: boolean;
  /** Which backends. Default: all that Tierwise knows. */
  readonly only?: readonly BackendName[];
  /** The working directory, whose packages are found too. Default: this one. */
  readonly cwd?: string;
}

/**
 * Measures every backend that can be had, each in a process of its own: tfjs has one backend at a time, and what a driver does to
 * its process must not end the others. What cannot be had, or fails, is a sentence.
 */
export function measureTfjs({ only = backends, ...options }: TfjsOptions): Report {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
  try {
    const reports = only.map((backend) => measureBackend(backend, join(folder, `${backend}.json`), options));
    return {
      claims: reports.flatMap(({ claims }) => claims),
      skipped: reports.flatMap(({ skipped = [] }) => skipped),
      details: Object.fromEntries(only.map((backend, i) => [backend, reports[i].details])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureBackend(backend: BackendName, file: string, { quick, cwd = process.cwd() }: TfjsOptions): Report {
  const script = join(import.meta.dirname, "..", "..", "dist", "peers", "tfjs-backend-run.js");
  const flags = [...(quick ? ["--quick"] : []), ...(process.argv.includes("--wide") ? ["--wide"] : [])];
  const { status, signal } = spawnSync(process.execPath, ["--expose-gc", script, backend, file, ...flags], {
    cwd,
    stdio: "inherit",
  });
  if (status === 0) return JSON.parse(readFileSync(file, "utf8")) as Report;
  const end = signal === null ? `with the exit code ${status}` : `by ${signal}`;
  return { claims: [], skipped: [`Left out: the tfjs backend ${backend}. Its process ended ${end}.`] };
}
