import type { RankedRows } from "../batching/rank-job.ts";
import { notFinite } from "../batching/rank-rows.ts";
import type { ItemLookup } from "../models/item-lookup.ts";
import type { RankRequest } from "../requests/read-rank-request.ts";

/** The model named in a response. */
interface AnsweringModel {
  readonly name: string;
  readonly version: string;
  readonly items: ItemLookup;
}

/**
 * The JSON text of the answer to a ranking request, as described by `rankingsSchema`, joined from cached item texts. Throws
 * `not_finite` if a score is infinite or NaN.
 */
export function rankingsText(
  { name, version, items }: AnsweringModel,
  { job, unknownFeatures }: RankRequest,
  ranked: RankedRows,
): string {
  const { start, stride } = ranked;
  const places = Math.min(job.k, stride);
  let text = `{"model":${JSON.stringify(name)},"version":${JSON.stringify(version)},"rows":[`;
  let unknown = 0;
  for (let row = 0; row < unknownFeatures.length; row++) {
    const from = start + row * stride;
    text += row === 0 ? '{"items":[' : ',{"items":[';
    for (let i = from; i < from + places && ranked.items[i] >= 0; i++) {
      const score = ranked.scores[i];
      if (!Number.isFinite(score)) throw notFinite();
      if (i > from) text += ",";
      text += `${items.scoredAs(ranked.items[i])}${score}}`;
    }
    text += `],"unknownFeatures":${unknownFeatures[row]}}`;
    unknown += unknownFeatures[row];
  }
  return `${text}],"unknownFeatures":${unknown}}`;
}
