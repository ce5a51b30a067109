import type { RankedLists } from "../batching/list-job.ts";
import { notFinite } from "../batching/rank-rows.ts";
import type { ListRequest } from "../requests/read-list-request.ts";

/** The JSON text of the answer to a request with lists, as described by `listsSchema`. Throws `not_finite` if a score is infinite. */
export function rankedListsText(
  { name, version }: { readonly name: string; readonly version: string },
  { job, ids }: ListRequest,
  { start, rankings }: RankedLists,
): string {
  const { offsets, documents, scores } = rankings;
  const lists: string[] = [];
  for (let l = 0; l < job.rowCount; l++) {
    const from = offsets[start + l];
    const to = Math.min(from + job.k, offsets[start + l + 1]);
    const ranked: string[] = [];
    for (let i = from; i < to; i++) {
      if (!Number.isFinite(scores[i])) throw notFinite();
      const id = ids[job.offsets[l] + documents[i]];
      const identity = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
      ranked.push(`{${identity}"position":${documents[i]},"score":${scores[i]}}`);
    }
    lists.push(`{"documents":[${ranked.join(",")}]}`);
  }
  return `{"model":${JSON.stringify(name)},"version":${JSON.stringify(version)},"lists":[${lists.join(",")}]}`;
}
