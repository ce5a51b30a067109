import type { TrainingData } from "../data/training-data.ts";
import type { AutoOptions } from "./auto-options.ts";
import { runSteps } from "./budget.ts";
import { chooseSettings } from "./choose-settings.ts";

/**
 * Measures how many search steps this machine runs per second, by running a search with the smallest budget. Use the result to convert a
 * time into a budget for {@link chooseSettings}; it depends on the machine and its load.
 *
 * @param data - The training data.
 * @param options - The options of the search.
 * @returns Steps of 128 rows per second.
 */
export async function measureSpeed(data: TrainingData, options: AutoOptions = {}): Promise<number> {
  const rowCount = data.features.indptr.length - 1;
  const run = { ...options, epochs: 1, members: 1 };
  let done = 1;
  const started = performance.now();
  await chooseSettings(data, {
    ...run,
    budget: runSteps(rowCount, 1) + 1,
    onTrial(progress) {
      done = progress.done;
    },
  });
  return (1000 * done) / (performance.now() - started);
}
