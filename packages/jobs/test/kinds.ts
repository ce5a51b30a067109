// Kinds of jobs for tests, which other processes import.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createJob, type Job, type JobKind, type JobKinds } from "../src/index.ts";

const kinds: Readonly<Record<string, JobKind>> = {
  /** Waits, and returns a value computed from the settings. With `log`, appends a line per execution. */
  square: {
    async run(settings, { onProgress }) {
      const { x, milliseconds = 0, log } = settings as { x: number; milliseconds?: number; log?: string };
      if (log !== undefined) appendFileSync(log, `${x}\n`);
      onProgress?.({ stage: "waiting", done: 0, total: 1 });
      await sleep(milliseconds);
      return { x, square: x * x };
    },
  },
  /** Always fails. */
  poisoned: {
    run(settings) {
      throw new Error(`no result for ${JSON.stringify(settings)}`);
    },
  },
  /** Ends the process in which it runs, either on the first attempt only or on every attempt. */
  fatal: {
    run(settings) {
      const { marker } = settings as { marker?: string };
      if (marker !== undefined && existsSync(marker)) return { survived: true };
      if (marker !== undefined) writeFileSync(marker, "");
      process.kill(process.pid, "SIGKILL");
      return new Promise(() => {});
    },
  },
  /** Returns the text of a file, and stores an uppercase copy. */
  capitals: {
    async run(settings, { file, keep }) {
      const text = readFileSync(file((settings as { path: string }).path), "utf8");
      const copy = join(tmpdir(), `tierwise-capitals-${process.pid}.txt`);
      writeFileSync(copy, text.toUpperCase());
      return { text, kept: await keep(copy) };
    },
  },
  /** Reports the environment of the job. */
  place: { run: (_, { threads }) => ({ pid: process.pid, threads }) },
};

/** The kinds. */
export const jobKinds: JobKinds = {
  module: import.meta.url,
  code: () => "test",
  async find(kind) {
    if (!Object.hasOwn(kinds, kind)) throw new RangeError(`kind is ${kind}; expected ${Object.keys(kinds).join(", ")}`);
    return kinds[kind];
  },
};

/** Creates a job of one of these kinds. */
export function testJob(kind: string, settings: object, more: Partial<Job> = {}): Job {
  return createJob({ kind, settings, code: "test", title: `${kind} ${JSON.stringify(settings)}`, ...more });
}

/** Jobs that square the numbers from 0 to `count` − 1. */
export function squares(count: number, settings: object = {}): Job[] {
  return Array.from({ length: count }, (_, x) => testJob("square", { x, ...settings }));
}
