const ranked = {
  type: "object",
  required: ["item", "name", "score"],
  properties: {
    item: { type: "integer", description: "The index of the item." },
    name: { type: "string", description: "The name of the item; its index if the model has no names." },
    score: { type: "number", description: "The score of the item in this row, or its utility in a fitted ranking." },
  },
} as const;

const rankingsSchema = {
  type: "object",
  required: ["model", "version", "rows", "unknownFeatures"],
  properties: {
    model: { type: "string" },
    version: { type: "string", description: "The version of the model that ranked all rows of this answer." },
    rows: {
      type: "array",
      items: {
        type: "object",
        required: ["items", "unknownFeatures"],
        properties: {
          items: { type: "array", items: ranked, description: "The best items, best first." },
          unknownFeatures: {
            type: "integer",
            description: "The number of features of this row that the model does not know.",
          },
        },
      },
    },
    unknownFeatures: { type: "integer", description: "The sum of `unknownFeatures` over all rows." },
  },
} as const;

const listsSchema = {
  type: "object",
  required: ["model", "version", "lists"],
  properties: {
    model: { type: "string" },
    version: { type: "string", description: "The version of the model that ranked all lists of this answer." },
    lists: {
      type: "array",
      items: {
        type: "object",
        required: ["documents"],
        properties: {
          documents: {
            type: "array",
            description: "The best documents, best first.",
            items: {
              type: "object",
              required: ["position", "score"],
              properties: {
                id: {
                  anyOf: [{ type: "integer" }, { type: "string" }],
                  description: "The id of the document in the request, if it has one.",
                },
                position: { type: "integer", description: "The position of the document in the request, from 0." },
                score: { type: "number", description: "The score of the document." },
              },
            },
          },
        },
      },
    },
  },
} as const;

/** The answer to a ranking request, from a model of items or of documents. */
export const rankedSchema = { anyOf: [rankingsSchema, listsSchema] } as const;

export const winProbabilitySchema = {
  type: "object",
  required: ["model", "version", "item", "against", "probability"],
  properties: {
    model: { type: "string" },
    version: { type: "string" },
    item: ranked,
    against: ranked,
    probability: { type: "number", description: "1 / (1 + exp(−d)), where d is the difference of the two utilities." },
  },
} as const;

export const modelSchema = {
  type: "object",
  required: ["name", "kind", "version", "items", "itemNames", "features", "featureNames"],
  properties: {
    name: { type: "string" },
    kind: { type: "string", enum: ["custom", "documents", "ensemble", "fitted", "ranker", "two-tower"] },
    version: { type: "string" },
    written: { type: "string", description: "The time at which the model was written, if known." },
    items: { type: "integer", description: "The number of items; 0 for a document model." },
    itemNames: { type: "boolean", description: "Whether the items have names." },
    features: { type: "integer", description: "The number of features; 0 for a fitted ranking." },
    featureNames: { type: "boolean", description: "Whether requests refer to features by name rather than by index." },
  },
} as const;

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", description: "The code of the error, which is stable across releases." },
        message: { type: "string", description: "A message that states the problem and what was expected." },
      },
    },
  },
} as const;

/** The response schemas of a route: its own answer, plus all errors. */
export function answers<Schema extends object>(description: string, schema: Schema) {
  return {
    200: { description, ...schema },
    "4xx": { description: "The request cannot be answered.", ...errorSchema },
    "5xx": { description: "The server cannot answer now.", ...errorSchema },
  };
}

/** The path parameter of routes that concern one model. */
export const modelParameters = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", description: "The name of the model, as in `GET /v1/models`." } },
} as const;
