import type { FastifyInstance, FastifyReply } from "fastify";
import { answers, modelParameters, rankingsSchema } from "../answers/answer-schemas.ts";
import type { ModelSlot } from "../models/model-slot.ts";
import { type RankBody, rankBodySchema } from "../requests/rank-body.ts";
import { type RequestLimits, readRankRequest } from "../requests/read-rank-request.ts";
import type { FindSlot } from "./find-slot.ts";
import { rankingsText } from "./rankings-text.ts";

const jsonType = "application/json; charset=utf-8";

/** An item of an answer. */
export interface RankedItem {
  readonly item: number;
  readonly name: string;
  readonly score: number;
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
    ({ params, body }, reply) => answerRanking(reply, find(params.name), body, limits),
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
    ({ params, query: { k } }, reply) =>
      answerRanking(reply, find(params.name), k === undefined ? {} : { k: Number(k) }, limits),
  );
}

/** Ranks the rows of a request and sends the answer, or the error. */
function answerRanking(reply: FastifyReply, slot: ModelSlot, body: RankBody, limits: RequestLimits): void {
  const model = slot.current();
  const request = readRankRequest(body, model, limits);
  const { version, items } = model;
  model.rank(request.job, (error, ranked) => {
    try {
      if (ranked === undefined) throw error;
      const text = rankingsText({ name: slot.name, version, items }, request, ranked);
      reply.header("content-type", jsonType).send(text);
    } catch (problem) {
      reply.send(problem);
    }
  });
}
