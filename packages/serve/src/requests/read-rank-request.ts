import { RequestError } from "../answers/request-error.ts";
import type { RankJob } from "../batching/rank-job.ts";
import type { ServedItems } from "../models/served-model.ts";
import { allowedByRequest } from "./allowed-by-request.ts";
import { defaultK, type RankBody, type RowBody } from "./rank-body.ts";
import { type FeatureRows, readFeatures } from "./read-features.ts";

/** Limits on the size of a request and its answer. */
export interface RequestLimits {
  /** The maximum number of rows or lists per request. */
  readonly maxRows: number;
  /** The maximum number of documents per request. */
  readonly maxDocuments: number;
  /** The maximum number of ranked items in an answer: rows times k. */
  readonly maxRankedItems: number;
}

/** A ranking request whose features and items have been found in the model. */
export interface RankRequest {
  readonly job: RankJob;
  /** The number of features per row whose names the model does not know. */
  readonly unknownFeatures: readonly number[];
}

const noRows: readonly RowBody[] = [{}];

/** Checks a request against a model. Sizes are checked first, so that rejecting a request is cheap. */
export function readRankRequest(
  body: RankBody,
  model: ServedItems,
  { maxRows, maxRankedItems }: RequestLimits,
): RankRequest {
  const { features, items } = model;
  if (body.lists !== undefined) {
    const message = "the body has lists, which only apply to a document model; expected rows";
    throw new RequestError("invalid_request", message);
  }
  if (body.rows === undefined && features !== undefined) {
    throw new RequestError("invalid_request", "rows is missing; expected at least one row of features");
  }
  const rows = body.rows ?? noRows;
  if (rows.length > maxRows) {
    throw new RequestError("too_many_rows", `rows has length ${rows.length}; expected at most ${maxRows} per request`);
  }
  const k = Math.min(body.k ?? defaultK, items.itemCount);
  if (rows.length * k > maxRankedItems) {
    const message = `${rows.length} rows with k = ${k} have ${rows.length * k} ranked items; expected at most ${maxRankedItems} per request`;
    throw new RequestError("answer_too_large", message);
  }
  const read: FeatureRows = { indices: [], values: [], indptr: [0] };
  const unknownFeatures: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    if (features === undefined) refuseFeatures(rows[at], at);
    unknownFeatures.push(features === undefined ? 0 : readFeatures(rows[at], at, features, read));
  }
  const { indices, values, indptr } = read;
  const { candidates, exclude } = allowedByRequest(body, rows, read, model);
  return { job: { rowCount: rows.length, indices, values, indptr, k, candidates, exclude }, unknownFeatures };
}

function refuseFeatures({ features, indices, values }: RowBody, at: number): void {
  if (features === undefined && indices === undefined && values === undefined) return;
  throw new RequestError("invalid_request", `rows[${at}] has features; the model is a fitted ranking, which has none`);
}
