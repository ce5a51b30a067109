import { pairCounts, winMatrix } from "@tierwise/aggregate";
import { count, groupLetters, percentage, rankRange, readingLine } from "@tierwise/cli/ranking";
import type { FittedVotes } from "./fit-votes.ts";
import { observationsOf } from "./read-votes.ts";

/** A row of the ranking, with numbers as `tierwise fit` prints them. */
export interface RankingRow {
  readonly place: number;
  readonly name: string;
  readonly value: string;
  readonly interval: string;
  readonly rank: string;
  readonly best: string;
  readonly group: string;
  readonly observations: string;
  /** The value and the ends of the interval as numbers, for drawing. */
  readonly at: readonly [value: number, from: number, to: number];
}

/** The win probabilities among the best items, row by row. */
export interface MatrixResult {
  readonly names: readonly string[];
  readonly predicted: readonly number[];
  /** The observed share of wins; NaN if the two items were never compared. */
  readonly observed: readonly number[];
  readonly counts: readonly number[];
}

/** A ranking as the page shows it. */
export interface RankingResult {
  readonly rows: readonly RankingRow[];
  readonly itemCount: string;
  readonly scale: string;
  /** A sentence about how the file was read, and three observations in words. */
  readonly reading: string;
  readonly samples: readonly string[];
  readonly isBattles: boolean;
  readonly observations: string;
  readonly logLikelihood: string;
  readonly intervalMethod: string | undefined;
  readonly hasRanks: boolean;
  readonly matrix: MatrixResult | undefined;
}

/** The number of items in the win matrix. */
const mostInMatrix = 20;
/** The maximum number of items for which pairs are counted. */
const mostCounted = 1000;

/** Describes a fit for the page. */
export function rankingResult(fitted: FittedVotes, file: string): RankingResult {
  const { votes, fit, board, counts } = fitted;
  const { scale, items, ranks } = board;
  const decimals = Math.min(2, scale.decimals);
  const rows = items.map(
    ({ item, place, name, value, valueInterval, rankInterval, probabilityBest, groups }): RankingRow => {
      const [from, to] = valueInterval ?? [value, value];
      return {
        place,
        name,
        value: value.toFixed(scale.decimals),
        interval: valueInterval === undefined ? "–" : `${from.toFixed(decimals)} … ${to.toFixed(decimals)}`,
        rank: rankInterval === undefined ? "–" : rankRange(rankInterval),
        best: probabilityBest === undefined ? "–" : percentage(probabilityBest),
        group: groups === undefined ? "–" : groupLetters(groups),
        observations: count(Math.round(counts[item])),
        at: [value, from, to],
      };
    },
  );
  const { battles, reading } = votes;
  return {
    rows,
    itemCount: count(rows.length),
    scale: scale.name,
    reading: readingLine(file, reading),
    samples: reading.samples,
    isBattles: battles !== undefined,
    observations: count(observationsOf(votes)),
    logLikelihood: fit.logLikelihood.toPrecision(6),
    intervalMethod: fit.interval?.method,
    hasRanks: ranks !== undefined,
    matrix: items.length <= mostCounted ? matrixOf(fitted) : undefined,
  };
}

function matrixOf({ votes, fit, board }: FittedVotes): MatrixResult {
  const { battles, itemNames, preferences, weights } = votes;
  // Utilities fitted with `davidson` or `drop` predict who wins if there is no tie, so ties are not counted.
  const ties = !("ties" in fit) || fit.ties.method === "half" ? "half" : "drop";
  const pairs = pairCounts(battles ? { ...battles, itemNames } : { itemNames, preferences, weights }, { ties });
  const { predicted, observed, counts } = winMatrix(pairs, fit.utilities);
  const best = board.items.slice(0, mostInMatrix);
  const part = (matrix: Float64Array): number[] =>
    best.flatMap(({ item: i }) => best.map(({ item: j }) => matrix[i * itemNames.length + j]));
  return {
    names: best.map(({ name }) => name),
    predicted: part(predicted),
    observed: part(observed),
    counts: part(counts),
  };
}
