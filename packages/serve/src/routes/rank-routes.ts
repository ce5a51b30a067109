import type { FastifyInstance } from "fastify";
import { answers, modelParameters, rankingsSchema } from "../answers/answer-schemas.ts";
import type { RankedRows, RankJob } from "../batching/rank-job.ts";
import type { ItemLookup } from "../models/item-lookup.ts";
import type { ModelSlot } from "../models/model-slot.ts";
import { type RankBody, rankBodySchema } from "../requests/rank-body.ts";
import { type RequestLimits, readRankRequest } from "../requests/read-rank-request.ts";
import type { FindSlot } from "./find-slot.ts";

/** An item of an answer. */
export interface RankedItem {
  readonly item: number;
  readonly name: string;
  readonly score: number;
}

/** An answer to a request to rank. */
interface Rankings {
  readonly model: string;
  readonly version: string;
  readonly rows: readonly { readonly items: readonly RankedItem[]; readonly unknownFeatures: number }[];
  readonly unknownFeatures: number;
}

/** `POST /v1/models/NAME/rank`, and `GET` for fitted rankings. */
export function addRankRoutes(app: FastifyInstance, find: FindSlot, limits: RequestLimits): void {
  const response = answers("The best items of each row.", rankingsSchema);
  app.post<{ Params: { name: string }; Body: RankBody }>(
    "/v1/models/:name/rank",
    {
      schema: {
        summary: "Rank items for rows of features",
        tags: ["models"],
        params: modelParameters,
        body: rankBodySchema,
        response,
      },
    },
    ({ params, body }) => rank(find(params.name), body, limits),
  );
  app.get<{ Params: { name: string }; Querystring: { k?: string } }>(
    "/v1/models/:name/rank",
    {
      schema: {
        summary: "The ranking of a fitted model",
        tags: ["models"],
        params: modelParameters,
        querystring: {
          type: "object",
          additionalProperties: false,
          properties: {
            k: { type: "string", pattern: "^[1-9][0-9]{0,14}$", description: "The number of items. Default: 10." },
          },
        },
        response,
      },
    },
    ({ params, query: { k } }) => rank(find(params.name), k === undefined ? {} : { k: Number(k) }, limits),
  );
}

async function rank(slot: ModelSlot, body: RankBody, limits: RequestLimits): Promise<Rankings> {
  const model = slot.current();
  const { job, unknownFeatures } = readRankRequest(body, model, limits);
  const ranked = await model.rank(job);
  const rows = unknownFeatures.map((unknown, row) => ({
    items: rankedItems(ranked, job, row, model.items),
    unknownFeatures: unknown,
  }));
  const total = unknownFeatures.reduce((sum, unknown) => sum + unknown, 0);
  return { model: slot.name, version: model.version, rows, unknownFeatures: total };
}

function rankedItems(
  { start, stride, items, scores }: RankedRows,
  { k }: RankJob,
  row: number,
  { nameOf }: ItemLookup,
): RankedItem[] {
  const from = start + row * stride;
  const best: RankedItem[] = [];
  for (let i = from; i < from + Math.min(k, stride) && items[i] >= 0; i++) {
    best.push({ item: items[i], name: nameOf(items[i]), score: scores[i] });
  }
  return best;
}
