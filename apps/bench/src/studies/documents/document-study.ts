import { type LossName, lossCatalog, lossNames } from "@tierwise/losses/catalog";
import { type PairedTest, pairedTest } from "@tierwise/metrics";
import type { Study } from "@tierwise/studies";
import {
  cutoffs,
  type DocumentCell,
  type DocumentCellResult,
  runDocumentCell,
  type SearchMethod,
} from "./document-cell.ts";
import type { DocumentDataName } from "./document-data.ts";

/** The settings of `searchRankingStudy` and `documentLossesStudy`. */
interface DocumentStudySettings {
  readonly data: readonly DocumentDataName[];
  readonly seeds: readonly number[];
  readonly trials: number;
}

/** The results of one contender on one dataset: the mean over seeds of each list's nDCG@k. */
interface Contender {
  readonly data: string;
  readonly name: string;
  readonly lists: readonly Float64Array[];
}

type DocumentStudy = Study<DocumentCell, DocumentCellResult, readonly Contender[], DocumentStudySettings>;

const methods: readonly SearchMethod[] = [
  "linear",
  "network",
  "trees",
  "trees + network",
  "xgboost rank:ndcg",
  "xgboost rank:pairwise",
];

/** Compares our scorers with XGBoost, given the same number of trials and the same validation lists. */
export const searchRankingStudy: DocumentStudy = {
  name: "search-ranking",
  revision: 1,
  place: "here",
  cells: ({ data, seeds, trials }) =>
    data.flatMap((name) =>
      (name === "lightgbm" ? methods : (["truth", ...methods] as const)).flatMap((method) =>
        seeds.map((seed) => ({
          study: "search-ranking" as const,
          data: name,
          method,
          loss: "pl-partition" as const,
          seed,
          trials,
        })),
      ),
    ),
  run: runDocumentCell,
  summarize: (results) => contendersOf(results, ({ method }) => method),
  table: (contenders) => tableOf(contenders, ["xgboost rank:ndcg", "xgboost rank:pairwise"]),
};

/** Compares the six losses, each used to train boosted trees. */
export const documentLossesStudy: DocumentStudy = {
  name: "document-losses",
  revision: 1,
  place: "here",
  cells: ({ data, seeds, trials }) =>
    data.flatMap((name) =>
      lossNames.flatMap((loss: LossName) =>
        seeds.map((seed) => ({
          study: "document-losses" as const,
          data: name,
          method: "trees" as const,
          loss,
          seed,
          trials,
        })),
      ),
    ),
  run: runDocumentCell,
  summarize: (results) => contendersOf(results, ({ loss }) => lossCatalog[loss].title),
  table: (contenders) => tableOf(contenders, ["PL-Partition", "PL-Partition, mean of best"]),
};

function contendersOf(
  results: readonly DocumentCellResult[],
  nameOf: (result: DocumentCellResult) => string,
): Contender[] {
  const groups = new Map<string, { data: string; name: string; figures: DocumentCellResult["best"][] }>();
  for (const result of results) {
    const name = nameOf(result);
    for (const [ending, figures] of [
      ["", result.best],
      [", mean of best", result.mean],
    ] as const) {
      if (result.method === "truth" && ending !== "") continue;
      const key = `${result.data} ${name}${ending}`;
      const group = groups.get(key) ?? { data: result.data, name: `${name}${ending}`, figures: [] };
      groups.set(key, group);
      group.figures.push(figures);
    }
  }
  return [...groups.values()].map(({ data, name, figures }) => ({
    data,
    name,
    lists: cutoffs.map((_, c) =>
      Float64Array.from(figures[0][c], (_, l) =>
        figures.reduce((sum, each) => sum + (each[c][l] ?? Number.NaN) / figures.length, 0),
      ),
    ),
  }));
}

/** Formats nDCG@k in percent, and the differences from reference contenders at k = 5 and 10 with 95% intervals. */
function tableOf(contenders: readonly Contender[], references: readonly string[]): string {
  const head = `${"data".padEnd(12)} ${"method".padEnd(34)}${cutoffs.map((k) => `@${k}`.padStart(7)).join("")}`;
  const compared = references.map((name) => `  @5, @10 minus ${name}`.padEnd(34)).join("");
  const lines = contenders.map(({ data, name, lists }) => {
    const means = lists.map((list) => percent(pairedTest(list, new Float64Array(list.length)).difference).padStart(7));
    const differences = references.map((reference) => {
      const other = contenders.find((each) => each.data === data && each.name === reference);
      if (other === undefined || other.name === name) return "".padEnd(34);
      const tests = [2, 3].map((c) => withInterval(pairedTest(lists[c], other.lists[c])));
      return `  ${tests.join("  ")}`.padEnd(34);
    });
    return `${data.padEnd(12)} ${name.padEnd(34)}${means.join("")}${differences.join("")}`.trimEnd();
  });
  return [`${head}${compared}`.trimEnd(), ...lines].join("\n");
}

function withInterval({ difference, interval: [low, high] }: PairedTest): string {
  return `${difference < 0 ? "−" : "+"}${percent(Math.abs(difference))} ± ${percent((high - low) / 2)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}
