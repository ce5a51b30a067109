import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { XmlDataset } from "@tierwise/datasets-xml";
import type { LossSpec } from "@tierwise/losses";
import { extendRanker, presets, train, trainRanker } from "@tierwise/ranker";

/** The name of the model after the first phase. */
export const FIRST = "PL-Partition";
/** The name of the control, which trains for the same number of epochs as the second phase, with the loss of the first phase. */
export const CONTROL = "then PL-Partition";
/** The second phases to choose from, by name. */
export const secondPhases: Readonly<Record<string, LossSpec>> = {
  "then expected nDCG@5, sharpness 1": { name: "expected-dcg", k: 5 },
  "then expected nDCG@5, sharpness 3": { name: "expected-dcg", k: 5, sharpness: 3 },
};

/** The training options of the second phase, the same as in `tierwise train --then`. */
const SECOND = { learningRates: [2e-3], decay: "cosine" } as const;
/** The first phase has the usual number of epochs, but at least this many steps, so that it converges on small datasets. */
const [STEPS, EPOCHS] = [800, presets.default.epochs];

/** One training run: a dataset and a seed. */
export interface PhasesRun {
  readonly set: string;
  readonly seed: number;
}

/** The validation nDCG@5 of each model in a run. If a second phase does not improve it, the weights of the first phase are kept. */
export interface PhasesResult extends PhasesRun {
  readonly hidden: number;
  readonly validation: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** The models and validation figures of all runs, stored in a folder. */
export interface PhasesStore {
  readonly results: readonly PhasesResult[];
  directory(run: PhasesRun, model: string): string;
  add(result: PhasesResult): void;
}

/** Opens the store in a folder, which is created if it does not exist. */
export function openStore(folder: string): PhasesStore {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "runs.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  const results = lines.map((line) => JSON.parse(line) as PhasesResult);
  return {
    results,
    directory: ({ set, seed }, model) => join(folder, `${set}-${seed}`, model.replace(/[^A-Za-z0-9]+/g, "-")),
    add(result) {
      appendFileSync(file, `${JSON.stringify(result)}\n`);
      results.push(result);
    },
  };
}

/** Trains the first phase, each second phase and the control, and stores the models with their validation figures. */
export async function trainPhases(
  run: PhasesRun,
  data: XmlDataset,
  { hidden, threads }: { readonly hidden: number; readonly threads: number },
  store: PhasesStore,
): Promise<PhasesResult> {
  const start = performance.now();
  const usual = { seed: run.seed, threads, refit: false } as const;
  // The features of Delicious-1K are binary; in the other datasets, the norms of the rows differ.
  const normalize = run.set !== "delicious-1k";
  const epochs = Math.max(EPOCHS, Math.ceil((STEPS * presets.default.batchSize) / data.numRows));
  const { ranker, result } = await trainRanker(data, { ...usual, hidden, normalize, epochs });
  const first = bestValidation(result.history);
  const validation: Record<string, number> = { [FIRST]: first };
  await ranker.save(store.directory(run, FIRST));
  for (const [name, loss] of Object.entries({ ...secondPhases, [CONTROL]: { name: "pl-partition" } as const })) {
    // Copies the model, because training changes it.
    const copy = extendRanker(ranker);
    const { history } = await train(copy, data, { ...usual, ...SECOND, epochs: Math.round(epochs / 5), loss });
    const reached = bestValidation(history);
    validation[name] = Math.max(first, reached);
    await (reached > first ? copy : ranker).save(store.directory(run, name));
  }
  const done = { ...run, hidden, validation, seconds: (performance.now() - start) / 1000 };
  store.add(done);
  return done;
}

type History = Awaited<ReturnType<typeof train>>["history"];

function bestValidation(history: History): number {
  return Math.max(...history.map(({ validation }) => validation?.ndcg[5] ?? Number.NEGATIVE_INFINITY));
}
