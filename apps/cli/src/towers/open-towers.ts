import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Csr, LabeledRows } from "@tierwise/data";
import type { ItemFeatures, TwoTowerModel } from "@tierwise/documents";
import type { RatingsRecord } from "@tierwise/ranker";
import { type ModelRows, type ModelRowsFlags, readModelRows } from "../models/model-rows.ts";
import type { SeenFlags } from "../options/recommender-options.ts";
import { count, counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import type { ItemFlags } from "./tower-options.ts";

/** Whether a directory contains a two-tower model, checked without loading the package. */
export function holdsTowers(directory: string): boolean {
  return existsSync(join(directory, "two-tower.bin"));
}

/** Reads the items of `--items`. */
export async function readItemFile(path: string, { itemColumns }: ItemFlags, session: Session): Promise<ItemFeatures> {
  const { readItems } = await import("@tierwise/documents");
  const items = await readItems(path, itemColumns === undefined ? {} : { featureColumns: itemColumns });
  session.note(
    `${path}: ${counted(items.itemNames.length, "item")} with ${counted(items.featureNames.length, "feature")}`,
  );
  return items;
}

/** Reads a two-tower model; with `--items`, it ranks the items of that file. */
export async function openTowers(directory: string, flags: ItemFlags, session: Session): Promise<TwoTowerModel> {
  const { loadTwoTowerModel } = await import("@tierwise/documents");
  const model = await loadTwoTowerModel(directory);
  if (flags.items === undefined) return model;
  const items = await readItemFile(flags.items, flags, session);
  const known = new Set(model.trainedItems);
  const fresh = items.itemNames.filter((name) => !known.has(name)).length;
  session.note(`${count(fresh)} of the items are new to the model and are ranked by their features alone`);
  return model.withItems(items);
}

/**
 * Reads the ratings in a file for a two-tower model. The ratings of items from training are the context. The labels are items that the
 * model ranks, some of which may be new.
 */
export async function readTowerRows(
  model: TwoTowerModel,
  directory: string,
  path: string,
  session: Session,
  flags: ModelRowsFlags,
  purpose: "evaluate" | "predict",
): Promise<ModelRows> {
  const { trainedItems, items } = model;
  const trained = new Set(trainedItems);
  const names = [...trainedItems, ...items.itemNames.filter((name) => !trained.has(name))];
  const record = { ratings: model.record as RatingsRecord };
  const target = { directory, featureCount: 2 * names.length, itemCount: names.length, itemNames: names, record };
  const { rows, ...rest } = await readModelRows(target, path, session, flags, purpose);
  const itemOf = new Map(items.itemNames.map((name, item) => [name, item]));
  const features = mapped(rows.features, (column) => contextColumn(column, names.length, trainedItems.length));
  const labels = mapped(rows.labels, (label) => itemOf.get(names[label]) ?? -1);
  return { ...rest, rows: { ...rows, features, labels, numFeatures: model.featureCount, numLabels: model.itemCount } };
}

/** Maps the column `liked: X` or `not liked: X` of any item X to a context feature, or to −1 if X is not an item from training. */
function contextColumn(column: number, all: number, trained: number): number {
  const [item, offset] = column < all ? [column, 0] : [column - all, trained];
  return item < trained ? item + offset : -1;
}

/** Renumbers the columns of a sparse matrix, and drops entries whose column becomes −1. */
function mapped<Rows extends Csr>(matrix: Rows, columnOf: (column: number) => number): Rows {
  const { indptr, indices, values } = matrix;
  const kept: number[] = [];
  const ends = new Int32Array(indptr.length);
  const columns = indices.map(columnOf);
  for (let row = 0; row + 1 < indptr.length; row++) {
    for (let e = indptr[row]; e < indptr[row + 1]; e++) if (columns[e] >= 0) kept.push(e);
    ends[row + 1] = kept.length;
  }
  return {
    ...matrix,
    indptr: ends,
    indices: Int32Array.from(kept, (e) => columns[e]),
    ...(values && { values: Float32Array.from(kept, (e) => values[e]) }),
  };
}

/** The items to leave out of each row's ranking; undefined if no items are left out. */
export function seenByTowers(
  model: TwoTowerModel,
  rows: LabeledRows,
  { seen = "exclude" }: SeenFlags,
): Csr | undefined {
  return seen === "include" ? undefined : model.seenItems(rows.features);
}
