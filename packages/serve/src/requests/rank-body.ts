/** The body of a ranking request, after validation against the schema. */
export interface RankBody {
  /** The rows to rank. Default: one row, for rankings without features. */
  readonly rows?: readonly RowBody[];
  /** The lists of documents to rank, for document models. */
  readonly lists?: readonly ListBody[];
  /** The maximum number of items per row, or of documents per list. Default: 10. */
  readonly k?: number;
  /** Items, by name or index, to exclude from the rankings of all rows. */
  readonly exclude?: readonly (number | string)[];
  /** The only items, by name or index, that rankings may contain. */
  readonly candidates?: readonly (number | string)[];
  /** Whether to exclude the items that the features of a row refer to, such as items that a user has rated. */
  readonly newOnly?: boolean;
}

/** A row: features by name or index, or arrays of indices and values. */
export interface RowBody {
  readonly features?: Readonly<Record<string, number>>;
  readonly indices?: readonly number[];
  readonly values?: readonly number[];
  readonly exclude?: readonly (number | string)[];
}

interface ListBody {
  readonly documents: readonly DocumentBody[];
}

/** A document: its features by name, or an array with one value per feature. */
export interface DocumentBody {
  readonly id?: number | string;
  readonly features: Readonly<Record<string, number>> | readonly number[];
}

/** The default of `k`, the same as in `tierwise predict`. */
export const defaultK = 10;

const item = {
  title: "an item name or an item index",
  anyOf: [
    { type: "integer", minimum: 0 },
    { type: "string", maxLength: 4096 },
  ],
} as const;
const itemList = { type: "array", items: item } as const;

const documentSchema = {
  type: "object",
  required: ["features"],
  additionalProperties: false,
  properties: {
    id: {
      title: "a string or an integer",
      anyOf: [{ type: "integer" }, { type: "string", maxLength: 4096 }],
      description: "Repeated in the answer.",
    },
    features: {
      title: "an object of numbers, or an array of numbers",
      anyOf: [
        { type: "object", additionalProperties: { type: "number" } },
        { type: "array", items: { type: "number" } },
      ],
      description:
        "All features of the document: by name if the model has feature names, or as an array in the order of the training file.",
    },
  },
} as const;

export const rankBodySchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    rows: {
      type: "array",
      minItems: 1,
      description:
        "The rows to rank. Omit them for a fitted ranking, which has no features, and for a document model, which takes `lists`.",
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          features: {
            type: "object",
            additionalProperties: { type: "number" },
            description:
              "The value of each feature: by name if the model has feature names, otherwise by index. Names that the model does not know are counted in `unknownFeatures`.",
          },
          indices: {
            type: "array",
            items: { type: "integer", minimum: 0 },
            description: "The indices of the features, instead of `features`.",
          },
          values: {
            type: "array",
            items: { type: "number" },
            description: "The values of these features. Default: all 1.",
          },
          exclude: { ...itemList, description: "Items to exclude from the ranking of this row, by name or index." },
        },
      },
    },
    lists: {
      type: "array",
      minItems: 1,
      description: "The lists of candidates to rank, for a document model.",
      items: {
        type: "object",
        required: ["documents"],
        additionalProperties: false,
        properties: { documents: { type: "array", minItems: 1, items: documentSchema } },
      },
    },
    k: {
      type: "integer",
      minimum: 1,
      default: defaultK,
      description:
        "The maximum number of items in the ranking of each row, or of documents in the ranking of each list.",
    },
    exclude: { ...itemList, description: "Items to exclude from the rankings of all rows, by name or index." },
    candidates: { ...itemList, minItems: 1, description: "The only items to choose from, by name or index." },
    newOnly: {
      type: "boolean",
      description:
        "Exclude the items that the features of a row refer to. Requires a model that was trained on ratings.",
    },
  },
} as const;
