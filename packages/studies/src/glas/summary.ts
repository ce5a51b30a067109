import { groupBy } from "../statistics/group-by.ts";
import { meanAndError } from "../statistics/mean-and-error.ts";
import { type GlasPoint, glasColumns } from "./cell.ts";

/** For each column of `glasColumns`, the mean over seeds and its standard error. */
export interface ColumnMeans {
  /** The means. */
  readonly mean: readonly number[];
  /** The standard errors of the means; undefined if there is only one seed. */
  readonly standardError?: readonly number[];
}

/** The training runs of one dataset and loss. */
export interface GlasSeries {
  /** The name of the dataset. */
  readonly data: string;
  /** The name of the loss. */
  readonly loss: string;
  /** The training runs. */
  readonly cells: readonly GlasPoint[];
}

/** Groups cells by dataset and loss, in order of first appearance. */
export function seriesOf(cells: readonly GlasPoint[]): GlasSeries[] {
  return groupBy(cells, ({ data, loss }) => `${data} ${loss}`).map((some) => ({
    data: some[0].data,
    loss: some[0].loss,
    cells: some,
  }));
}

/** The weights of a series, ascending. */
export function weightsOf({ cells }: GlasSeries): number[] {
  return [...new Set(cells.map(({ weight }) => weight))].sort((a, b) => a - b);
}

/** The metrics for one weight of GLaS. */
export function figuresAt(series: GlasSeries, weight: number, rows: "test" | "validation"): ColumnMeans {
  const some = series.cells.filter((cell) => cell.weight === weight);
  return meansOf(some.map((cell) => cell[rows]));
}

/** The change in the metrics from weight 0 to this weight, computed for each seed. */
export function changeAt(series: GlasSeries, weight: number, rows: "test" | "validation"): ColumnMeans {
  const pairs = series.cells.flatMap((cell) => {
    const before = series.cells.find((one) => one.weight === 0 && one.seed === cell.seed);
    return cell.weight === weight && before !== undefined ? [[cell[rows], before[rows]]] : [];
  });
  return meansOf(pairs.map(([after, before]) => after.map((x, column) => x - before[column])));
}

/** The positive weight with the highest mean PSP@5 on validation rows. PSP@5 emphasizes rare labels, which GLaS is meant to improve. */
export function chosenWeight(series: GlasSeries): number {
  const column = glasColumns.indexOf("PSP@5");
  const value = (weight: number): number => figuresAt(series, weight, "validation").mean[column];
  return weightsOf(series)
    .filter((weight) => weight > 0)
    .reduce((best, weight) => (value(weight) > value(best) ? weight : best));
}

function meansOf(rows: readonly (readonly number[])[]): ColumnMeans {
  const columns = glasColumns.map((_, column) => meanAndError(rows.map((row) => row[column])));
  const errors = columns.flatMap(({ standardError }) => standardError ?? []);
  return {
    mean: columns.map(({ mean }) => mean),
    ...(errors.length < columns.length ? {} : { standardError: errors }),
  };
}
