import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The outcome of a turbo task. */
export interface TurboTask {
  /** The name, such as `@tierwise/losses#test`, or `//#lint` for a root task. */
  readonly taskId: string;
  readonly task: string;
  readonly directory: string;
  readonly started: boolean;
  readonly passed: boolean;
  readonly cached: boolean;
}

interface Summary {
  readonly tasks: readonly {
    readonly taskId: string;
    readonly task: string;
    readonly directory: string;
    readonly command: string;
    readonly cache: { readonly status: "HIT" | "MISS" };
    readonly execution?: { readonly exitCode: number | null };
  }[];
}

/** Runs `tasks` in all packages, continuing after failures, and returns the outcome of each. */
export function turboRun(root: string, tasks: readonly string[]): { tasks: TurboTask[]; status: number } {
  const runs = join(root, ".turbo", "runs");
  rmSync(runs, { recursive: true, force: true });
  // On a two-core machine, turbo's default of ten concurrent tasks would let spinning threads slow down other tests.
  const limits = ["--concurrency=200%", "--continue=dependencies-successful"];
  const args = ["run", ...tasks, ...limits, "--summarize", "--output-logs=new-only"];
  const { status } = spawnSync("turbo", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  const [file] = readdirSync(runs);
  const summary = JSON.parse(readFileSync(join(runs, file), "utf8")) as Summary;
  const ran = summary.tasks.filter((task) => task.command !== "<NONEXISTENT>");
  return {
    status: status ?? 1,
    tasks: ran.map(({ taskId, task, directory, cache, execution }) => ({
      taskId,
      task,
      directory,
      started: execution !== undefined,
      passed: execution?.exitCode === 0,
      cached: cache.status === "HIT",
    })),
  };
}
