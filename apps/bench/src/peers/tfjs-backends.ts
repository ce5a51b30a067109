import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackendName } from "@tierwise/losses/tfjs";
import type { Report } from "../timing/suite.ts";

const backends: readonly BackendName[] = ["cpu", "wasm", "tfjs-node", "webgpu", "tfjs-node-gpu"];

export interface TfjsOptions {
  /** Whether to use fewer repeats and smaller sizes. */
  readonly quick: boolean;
  /** The backends to measure. Default: all supported backends. */
  readonly only?: readonly BackendName[];
  /** The working directory, whose packages are also searched. Default: the current directory. */
  readonly cwd?: string;
}

/**
 * Measures every available backend, each in a separate process: tfjs has only one backend at a time, and a driver that crashes its process
 * must not stop the others. A backend that is unavailable or fails is reported in `skipped`.
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
  const end = signal === null ? `with exit code ${status}` : `with signal ${signal}`;
  return { claims: [], skipped: [`Skipped: the tfjs backend ${backend}. Its process ended ${end}.`] };
}
