import type { FastifyInstance } from "fastify";
import { answers, modelParameters, modelSchema } from "../answers/answer-schemas.ts";
import type { ModelSlot } from "../models/model-slot.ts";
import type { FindSlot } from "./find-slot.ts";

/** A served model, as `GET /v1/models` lists it. */
export interface ModelDescription {
  /** The name of the model in requests. */
  readonly name: string;
  /**
   * The kind of model: a trained ranker, an ensemble, a document model, a two-tower model, a fitted ranking, or another model object passed
   * by the caller.
   */
  readonly kind: "custom" | "documents" | "ensemble" | "fitted" | "ranker" | "two-tower";
  /** The version that answers new requests. */
  readonly version: string;
  /** The time at which the model was written, as an ISO date, if known. */
  readonly written?: string;
  /** The number of items; 0 for a document model, whose requests bring their own. */
  readonly items: number;
  /** Whether the items have names. */
  readonly itemNames: boolean;
  /** The number of features; 0 for a fitted ranking. */
  readonly features: number;
  /** Whether requests refer to features by name rather than by index. */
  readonly featureNames: boolean;
}

/** `GET /v1/models` and `GET /v1/models/NAME`. */
export function addModelRoutes(app: FastifyInstance, slots: ReadonlyMap<string, ModelSlot>, find: FindSlot): void {
  const list = { type: "object", required: ["models"], properties: { models: { type: "array", items: modelSchema } } };
  app.get(
    "/v1/models",
    { schema: { summary: "All models", tags: ["models"], response: answers("The models.", list) } },
    async () => ({ models: [...slots.values()].map(describeSlot) }),
  );
  app.get<{ Params: { name: string } }>(
    "/v1/models/:name",
    {
      schema: {
        summary: "One model",
        tags: ["models"],
        params: modelParameters,
        response: answers("The model.", modelSchema),
      },
    },
    async ({ params }) => describeSlot(find(params.name)),
  );
}

export function describeSlot({ name, current }: ModelSlot): ModelDescription {
  const model = current();
  const { kind, version, written, features } = model;
  const ranksItems = model.ranks === "items";
  return {
    name,
    kind,
    version,
    ...(written !== undefined && { written }),
    items: ranksItems ? model.items.itemCount : 0,
    itemNames: ranksItems && model.hasItemNames,
    features: features?.featureCount ?? 0,
    featureNames: features?.indexOf !== undefined,
  };
}
