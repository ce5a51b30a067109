import type { FastifyInstance, FastifyReply } from "fastify";
import { answers, modelParameters, rankedSchema } from "../answers/answer-schemas.ts";
import type { RankAnswer } from "../batching/batcher.ts";
import type { ModelSlot } from "../models/model-slot.ts";
import { type RankBody, rankBodySchema } from "../requests/rank-body.ts";
import { readListRequest } from "../requests/read-list-request.ts";
import { type RequestLimits, readRankRequest } from "../requests/read-rank-request.ts";
import type { FindSlot } from "./find-slot.ts";
import { rankedListsText } from "./ranked-lists-text.ts";
import { rankingsText } from "./rankings-text.ts";

const jsonType = "application/json; charset=utf-8";

export interface RankedItem {
  readonly item: number;
  readonly name: string;
  readonly score: number;
}

/** `POST /v1/models/NAME/rank`, and `GET` for fitted rankings. */
export function addRankRoutes(app: FastifyInstance, find: FindSlot, limits: RequestLimits): void {
  const response = answers("The best items of each row, or the best documents of each list.", rankedSchema);
  app.post<{ Params: { name: string }; Body: RankBody }>(
    "/v1/models/:name/rank",
    {
      schema: {
        summary: "Rank items for rows of features, or the documents of lists",
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

/** Ranks the rows or lists of a request and sends the answer, or the error. */
function answerRanking(reply: FastifyReply, slot: ModelSlot, body: RankBody, limits: RequestLimits): void {
  const model = slot.current();
  const { name } = slot;
  const { version } = model;
  if (model.ranks === "documents") {
    const request = readListRequest(body, model, limits);
    model.rank(
      request.job,
      sending(reply, (ranked) => rankedListsText({ name, version }, request, ranked)),
    );
    return;
  }
  const request = readRankRequest(body, model, limits);
  const { items } = model;
  model.rank(
    request.job,
    sending(reply, (ranked) => rankingsText({ name, version, items }, request, ranked)),
  );
}

/** Sends the text of the rankings, or the error. */
function sending<Ranked>(reply: FastifyReply, textOf: (ranked: Ranked) => string): RankAnswer<Ranked> {
  return (error, ranked) => {
    try {
      if (ranked === undefined) throw error;
      reply.header("content-type", jsonType).send(textOf(ranked));
    } catch (problem) {
      reply.send(problem);
    }
  };
}
