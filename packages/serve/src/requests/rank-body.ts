/** The body of a ranking request, after validation against the schema. */
export interface RankBody {
  /** The rows to rank. Default: one row, for rankings without features. */
  readonly rows?: readonly RowBody[];
  /** The number of items per row. Default: 10. */
  readonly k?: number;
  /** Items, by name or index, that no row may contain. */
  readonly exclude?: readonly (number | string)[];
  /** The only items, by name or index, that rows may contain. */
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

/** The default number of items per row, the same as in `tierwise predict`. */
export const defaultK = 10;

const item = {
  anyOf: [
    { type: "integer", minimum: 0 },
    { type: "string", maxLength: 4096 },
  ],
} as const;
const itemList = { type: "array", items: item } as const;

/** The JSON schema of {@link RankBody}. */
export const rankBodySchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    rows: {
      type: "array",
      minItems: 1,
      description: "The rows to rank. Omit them for a fitted ranking, which has no features.",
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
          values: { type: "array", items: { type: "number" }, description: "Their values. Default: all 1." },
          exclude: { ...itemList, description: "Items that this row must not contain, by name or index." },
        },
      },
    },
    k: {
      type: "integer",
      minimum: 1,
      default: defaultK,
      description: "The number of items per row, or fewer if fewer items are allowed.",
    },
    exclude: { ...itemList, description: "Items that no row may contain, by name or index." },
    candidates: { ...itemList, minItems: 1, description: "The only items to choose from, by name or index." },
    newOnly: {
      type: "boolean",
      description:
        "Exclude the items that the features of a row refer to. Requires a model that was trained on ratings.",
    },
  },
} as const;
