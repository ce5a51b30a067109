import { RequestError } from "../answers/request-error.ts";
import type { ListJob } from "../batching/list-job.ts";
import type { ServedDocuments } from "../models/served-model.ts";
import { type DocumentBody, defaultK, type RankBody } from "./rank-body.ts";
import { readDocumentFeatures } from "./read-document-features.ts";
import type { RequestLimits } from "./read-rank-request.ts";

/** A request with lists of documents whose features have been found in the model. */
export interface ListRequest {
  readonly job: ListJob;
  /** The id of each document, list by list; undefined for documents without one. */
  readonly ids: readonly DocumentBody["id"][];
}

/** The properties of a request that do not apply to documents. */
const ofItems = ["rows", "candidates", "exclude", "newOnly"] as const;

/** Checks a request against a document model. Sizes are checked first, so that rejecting a request is cheap. */
export function readListRequest(
  body: RankBody,
  { features: lookup }: ServedDocuments,
  { maxRows, maxDocuments, maxRankedItems }: RequestLimits,
): ListRequest {
  const other = ofItems.find((name) => body[name] !== undefined);
  if (other !== undefined) {
    throw invalid(`the body has ${other}, which does not apply to a document model; expected lists`);
  }
  const { lists, k = defaultK } = body;
  if (lists === undefined) throw invalid("lists is missing; expected at least one list of documents");
  if (lists.length > maxRows) {
    const message = `lists has length ${lists.length}; expected at most ${maxRows} per request`;
    throw new RequestError("too_many_rows", message);
  }
  const offsets = [0];
  let answered = 0;
  for (const { documents } of lists) {
    offsets.push(offsets[offsets.length - 1] + documents.length);
    answered += Math.min(k, documents.length);
  }
  const count = offsets[lists.length];
  if (count > maxDocuments) {
    const message = `lists has ${count} documents; expected at most ${maxDocuments} per request`;
    throw new RequestError("too_many_documents", message);
  }
  if (answered > maxRankedItems) {
    const message = `the answer has ${answered} documents; expected at most ${maxRankedItems} per request`;
    throw new RequestError("answer_too_large", message);
  }
  const features = new Float32Array(count * lookup.featureCount);
  const ids: DocumentBody["id"][] = [];
  for (const [l, { documents }] of lists.entries()) {
    for (const [d, document] of documents.entries()) {
      const own = features.subarray(ids.length * lookup.featureCount, (ids.length + 1) * lookup.featureCount);
      readDocumentFeatures(document.features, `lists[${l}].documents[${d}].features`, lookup, own);
      ids.push(document.id);
    }
  }
  return { job: { rowCount: lists.length, offsets, features, k }, ids };
}

function invalid(message: string): RequestError {
  return new RequestError("invalid_request", message);
}
