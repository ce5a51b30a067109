import type { Csr } from "@tierwise/data/rows";
import { seenItems } from "@tierwise/ranker";
import { RequestError } from "../answers/request-error.ts";
import type { RankJob } from "../batching/rank-job.ts";
import type { ItemLookup } from "../models/item-lookup.ts";
import type { ServedItems } from "../models/served-model.ts";
import type { RankBody, RowBody } from "./rank-body.ts";
import type { FeatureRows } from "./read-features.ts";

/** The maximum number of exclusions, summed over rows, that are stored row by row. */
const mostListed = 2 ** 16;

const everything = { candidates: undefined, exclude: undefined } as const;

/** The items that the rankings of a request may contain, according to its candidates and exclusions. */
export function allowedByRequest(
  { candidates, exclude = [], newOnly = false }: RankBody,
  rows: readonly RowBody[],
  { indices, values, indptr }: FeatureRows,
  { items, features }: ServedItems,
): Pick<RankJob, "candidates" | "exclude"> {
  if (candidates === undefined && exclude.length === 0 && !newOnly && rows.every(excludesNothing)) return everything;
  let among = candidates && distinctCandidates(candidates, items);
  const everywhere = new Set(exclude.map((item, i) => items.find(item, `exclude[${i}]`)));
  // Items excluded from every row are removed from the candidates, so that their cost does not grow with the number of rows.
  if (everywhere.size > 0 && (among !== undefined || everywhere.size * rows.length > mostListed)) {
    among ??= Array.from({ length: items.itemCount }, (_, item) => item);
    among = among.filter((item) => !everywhere.has(item));
    everywhere.clear();
  }
  const featureItems = features?.featureItems;
  if (newOnly && featureItems === undefined) {
    throw new RequestError(
      "invalid_request",
      "newOnly is true; expected false, because the model does not know which items its features refer to",
    );
  }
  const seen =
    newOnly && featureItems
      ? seenItems(
          { featureItems },
          { indptr: Int32Array.from(indptr), indices: Int32Array.from(indices), values: Float32Array.from(values) },
        )
      : undefined;
  if (everywhere.size === 0 && seen === undefined && rows.every(excludesNothing)) {
    return { candidates: among, exclude: undefined };
  }
  return { candidates: among, exclude: exclusions(rows, everywhere, seen, items) };
}

function excludesNothing({ exclude }: RowBody): boolean {
  return exclude === undefined;
}

/** The items to exclude from the ranking of each row: items excluded from all rows, the row's own exclusions, and items that the row has seen. */
function exclusions(
  rows: readonly RowBody[],
  everywhere: ReadonlySet<number>,
  seen: Csr | undefined,
  items: ItemLookup,
): Csr {
  const indptr = new Int32Array(rows.length + 1);
  const indices: number[] = [];
  for (const [at, { exclude = [] }] of rows.entries()) {
    const here = new Set(everywhere);
    for (const [i, item] of exclude.entries()) here.add(items.find(item, `rows[${at}].exclude[${i}]`));
    if (seen) for (let e = seen.indptr[at]; e < seen.indptr[at + 1]; e++) here.add(seen.indices[e]);
    for (const item of here) indices.push(item);
    indptr[at + 1] = indices.length;
  }
  return { indptr, indices: Int32Array.from(indices) };
}

function distinctCandidates(candidates: readonly (number | string)[], items: ItemLookup): number[] {
  const found = new Set<number>();
  for (const [i, candidate] of candidates.entries()) {
    const item = items.find(candidate, `candidates[${i}]`);
    if (found.has(item)) {
      throw new RequestError("invalid_request", `candidates contains item ${items.nameOf(item)} twice`);
    }
    found.add(item);
  }
  return [...found];
}
