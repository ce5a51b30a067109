import type { XmlDataset } from "@tierwise/datasets-xml";
import { evaluate, loadRanker } from "@tierwise/ranker";
import { meanAndError } from "@tierwise/studies";
import { CONTROL, FIRST, type PhasesResult, type PhasesStore, secondPhases } from "./train-phases.ts";

/** P@1, P@5 and nDCG@5 on test rows, in percent. */
type Figures = readonly [number, number, number];

/** The second phase with the highest mean validation nDCG@5 over the seeds; the first phase if none improves on it. */
export function chosenPhase(runs: readonly PhasesResult[]): string {
  const value = (name: string): number => runs.reduce((sum, { validation }) => sum + validation[name], 0);
  return [FIRST, ...Object.keys(secondPhases)].reduce((best, name) => (value(name) > value(best) ? name : best));
}

/**
 * Evaluates the first phase, the chosen second phase and the control on the test rows of a dataset. Returns the lines of a Markdown table:
 * means over the seeds, and mean differences from the first phase with their standard errors.
 */
export async function testPhases(
  runs: readonly PhasesResult[],
  test: XmlDataset,
  threads: number,
  store: PhasesStore,
): Promise<string[]> {
  const chosen = chosenPhase(runs);
  const first = await measure(FIRST);
  const second = chosen === FIRST ? first : await measure(chosen);
  const control = await measure(CONTROL);
  return [
    line(`${runs[0].set} (${runs.length})`, FIRST, first),
    line("", chosen === FIRST ? "no second phase" : chosen, second, chosen),
    line("", `${CONTROL}, as a control`, control, CONTROL),
  ];

  async function measure(name: string): Promise<Figures[]> {
    const all: Figures[] = [];
    for (const run of runs) {
      const ranker = await loadRanker(store.directory(run, name));
      const { precision, ndcg } = await evaluate(ranker, test, { ks: [1, 5], threads });
      all.push([100 * precision[1], 100 * precision[5], 100 * ndcg[5]]);
    }
    return all;
  }

  function line(set: string, model: string, figures: readonly Figures[], name: string = FIRST): string {
    const cells = [0, 1, 2].map((m) => {
      const { mean } = meanAndError(figures.map((each) => each[m]));
      if (name === FIRST) return mean.toFixed(2);
      const gain = meanAndError(figures.map((each, s) => each[m] - first[s][m]));
      const error = gain.standardError === undefined ? "" : ` ± ${gain.standardError.toFixed(2)}`;
      return `${mean.toFixed(2)} (${gain.mean < 0 ? "−" : "+"}${Math.abs(gain.mean).toFixed(2)}${error})`;
    });
    const improved = runs.filter(({ validation }) => validation[name] > validation[FIRST]).length;
    return `| ${[set, model, ...cells, name === FIRST ? "" : improved].join(" | ")} |`;
  }
}
