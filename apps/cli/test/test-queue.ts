import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type RedisServer, startRedis } from "@tierwise/testing";
import { afterAll, beforeAll } from "vitest";
import { binary } from "./binary.ts";
import { type Outcome, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

/** A Redis server and a folder with small data, shared by the tests in a file. */
export interface TestQueue {
  readonly folder: string;
  /** Runs a command in the folder. */
  readonly run: (...args: string[]) => Promise<Outcome>;
  /** The flags for a queue whose keys have their own prefix. */
  readonly queueOf: (prefix: string) => string[];
  /** Starts a worker process. */
  readonly work: (prefix: string, ...more: string[]) => ChildProcess;
  /** Runs a command on a queue with the given number of worker processes. */
  readonly runWith: (count: number, prefix: string, args: readonly string[], input?: string) => Promise<Outcome>;
}

/** Starts Redis before the tests in a file, and stops it and all workers after them. */
export function createTestQueue(): TestQueue {
  const folder = temporaryFolder();
  const workers: ChildProcess[] = [];
  let redis: RedisServer;
  beforeAll(async () => {
    await smallData(folder);
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await redis.stop();
  });
  const queueOf = (prefix: string) => ["--queue", redis.url, "--queue-prefix", prefix];
  const work = (prefix: string, ...more: string[]): ChildProcess => {
    const args = [binary, "worker", ...queueOf(prefix), "--copies", join(folder, prefix), ...more];
    const worker = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    workers.push(worker);
    worker.stderr.setEncoding("utf8").resume();
    return worker;
  };
  return {
    folder,
    run: (...args) => tierwise(args, { cwd: folder }),
    queueOf,
    work,
    async runWith(count, prefix, args, input) {
      const own = Array.from({ length: count }, () => work(prefix));
      await Promise.all(own.map((worker) => says(worker, /Waiting for jobs/)));
      const given = input === undefined ? {} : { input };
      const result = await tierwise([...args, ...queueOf(prefix)], { cwd: folder, ...given });
      for (const worker of own) worker.kill("SIGKILL");
      return result;
    },
  };
}

/** Waits until the output of a worker matches a pattern, and returns the match. */
export function says(worker: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    worker.stderr?.on("data", (text: string) => {
      const [found] = pattern.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
}
