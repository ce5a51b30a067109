import type { FastifyInstance } from "fastify";
import { answers, modelParameters, winProbabilitySchema } from "../answers/answer-schemas.ts";
import { RequestError } from "../answers/request-error.ts";
import type { FindSlot } from "./find-slot.ts";
import type { RankedItem } from "./rank-routes.ts";

/** The query parameters: two items, by name or index. */
interface Query {
  readonly item: string;
  readonly against: string;
}

/** `GET /v1/models/NAME/win-probability?item=A&against=B`: P(A above B) = 1 / (1 + exp(w_B − w_A)), for fitted rankings. */
export function addWinProbabilityRoute(app: FastifyInstance, find: FindSlot): void {
  app.get<{ Params: { name: string }; Querystring: Query }>(
    "/v1/models/:name/win-probability",
    {
      schema: {
        summary: "The probability that a fitted ranking places one item above another",
        tags: ["models"],
        params: modelParameters,
        querystring: {
          type: "object",
          required: ["item", "against"],
          additionalProperties: false,
          properties: {
            item: { type: "string", description: "The name of an item." },
            against: { type: "string", description: "The name of the item to compare it with." },
          },
        },
        response: answers("The probability.", winProbabilitySchema),
      },
    },
    async ({ params, query }) => {
      const slot = find(params.name);
      const model = slot.current();
      if (model.ranks === "documents" || model.utilities === undefined) {
        const what = model.ranks === "documents" ? "lists of documents" : "rows of features";
        const message = `model ${slot.name} ranks ${what}; win probabilities need a fitted ranking`;
        throw new RequestError("invalid_request", message);
      }
      const { version, items, utilities } = model;
      const described = (name: string, place: string): RankedItem => {
        const item = items.find(name, place);
        return { item, name: items.nameOf(item), score: utilities[item] };
      };
      const item = described(query.item, "item");
      const against = described(query.against, "against");
      if (item.item === against.item) {
        throw new RequestError("invalid_request", "item and against are the same; expected two different items");
      }
      const probability = 1 / (1 + Math.exp(against.score - item.score));
      return { model: slot.name, version, item, against, probability };
    },
  );
}
