import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { SweepPlan, SweepTrial } from "@tierwise/studies";
import type { Command } from "commander";
import { readTrainingData, sizesOf } from "../data/read-training-data.ts";
import {
  addQueueOptions,
  addReadingOptions,
  createCommand,
  integer,
  type QueueFlags,
} from "../options/common-options.ts";
import { queueExecutor } from "../options/queue-executor.ts";
import { clock } from "../terminal/numbers.ts";
import { createProgress } from "../terminal/progress.ts";
import { runInterruptible } from "../terminal/run-interruptible.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

interface SweepFlags extends CommonOptions, QueueFlags {
  readonly out?: string;
  readonly threads?: number;
  readonly top: number;
}

/** The content of a plan file: the plan of the search, and the paths of its data. */
interface PlanFile extends SweepPlan {
  /** The path of the data, relative to the plan. */
  readonly data: string;
  /** The path of the validation data, relative to the plan. */
  readonly validation?: string;
}

/** The fields that a plan file may have. */
const fields = ["data", "halving", "search", "seed", "settings", "space", "trials", "validation"];

export function sweepCommand(): Command {
  const command = createCommand("sweep", [
    "tierwise sweep sweep.yaml",
    "tierwise sweep sweep.yaml --queue redis://localhost:6379",
  ])
    .argument(
      "<plan>",
      "YAML file with the path of the data, the shared settings and the values to try; see docs/cluster.md",
    )
    .option(
      "-o, --out <dir>",
      "store the results of finished trials in this directory, and do not repeat those trials (default: PLAN.results)",
    )
    .option("--threads <n>", "use this many threads (default: all cores)", integer(1))
    .option("--top <n>", "show this many trials, or all if 0", integer(0), 10);
  return addQueueOptions(addReadingOptions(command)).action(runSweepCommand);
}

async function runSweepCommand(path: string, flags: SweepFlags): Promise<void> {
  const session = createSession(flags);
  const { data, validation, ...plan } = await readPlan(path);
  const { runSweep, sweepRungs, sweepTrials } = await import("@tierwise/studies");
  const rungs = sweepRungs(sweepTrials(plan).length, plan);
  session.note(`trials × epochs: ${rungs.map(({ trials, epochs }) => `${trials} × ${epochs}`).join(", then ")}`);
  const reference = await readData(session, path, { data, ...(validation === undefined ? {} : { validation }) });
  const out = flags.out ?? `${path}.results`;
  const { directoryStore, inline } = await import("@tierwise/jobs");
  const queue = await queueExecutor(flags, session);
  const bar = createProgress(session, { title: "trials", total: rungs.reduce((sum, { trials }) => sum + trials, 0) });
  let done = 0;
  try {
    const options = { words: "Stopping after this step.", out, queued: queue.executor !== undefined };
    const trials = await runInterruptible(session, options, (signal) =>
      runSweep(plan, {
        data: reference,
        executor: inline({ store: directoryStore(out) }),
        ...queue,
        ...(flags.threads === undefined ? {} : { threads: flags.threads }),
        signal,
        onProgress: ({ rung }) => bar.update(++done, `rung ${rung + 1} of ${rungs.length}`),
      }),
    );
    bar.stop();
    session.print(tableText(trials, Object.keys(plan.space), flags.top, session));
    session.result({ best: trials[0], trials });
  } finally {
    bar.stop();
  }
}

async function readPlan(path: string): Promise<PlanFile> {
  const { parse } = await import("yaml");
  const text = await readFile(path, "utf8");
  let plan: Partial<PlanFile> | null;
  try {
    plan = parse(text) as Partial<PlanFile> | null;
  } catch (error) {
    throw new Error(`${path} is not YAML: ${(error as Error).message}`, { cause: error });
  }
  const wrong = Object.keys(plan ?? {}).find((name) => !fields.includes(name));
  if (wrong !== undefined) throw new Error(`${path}: ${wrong} is not a field of a plan; expected ${fields.join(", ")}`);
  const { data, settings, space } = plan ?? {};
  if (typeof data !== "string") throw new Error(`${path}: data is ${data}; expected the path of the training data`);
  if (typeof settings !== "object" || typeof space !== "object") {
    throw new Error(
      `${path}: settings or space is not an object; expected both to be objects with training options as keys`,
    );
  }
  return { ...plan, data, settings, space };
}

/** Reads the training and validation data that a plan names. */
async function readData(session: Session, plan: string, files: Pick<PlanFile, "data" | "validation">) {
  const { createDataReference } = await import("@tierwise/studies");
  const local = (file: string): string => resolve(dirname(plan), file);
  const train = local(files.data);
  const rows = await readTrainingData(train, session);
  session.note(sizesOf(train, rows));
  const source = { train, test: train };
  if (files.validation === undefined) return createDataReference(train, source, { train: rows, test: rows });
  const validation = local(files.validation);
  const held = await readTrainingData(validation, session);
  return createDataReference(train, { ...source, validation }, { train: rows, test: rows, validation: held });
}

function tableText(trials: readonly SweepTrial[], names: readonly string[], top: number, session: Session): string {
  const shown = top === 0 ? trials : trials.slice(0, top);
  const rows = shown.map(({ trial, settings, epochs, value, seconds }) => [
    String(trial + 1),
    ...names.map((name) => String((settings as Record<string, unknown>)[name])),
    String(epochs),
    value === null ? "diverged" : value.toFixed(4),
    clock(seconds),
  ]);
  const head = ["trial", ...names, "epochs", "validation", "time"];
  return renderTable({ head, rows, align: head.map(() => "right" as const) }, session.colors);
}
