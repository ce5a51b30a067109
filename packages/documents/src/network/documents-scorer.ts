import type { LogTransform } from "../normalization/normalization.ts";
import { checkedOptions, type OptionRange } from "../training/checked-options.ts";
import type { AttentionOptions } from "./attention-weights.ts";

/** Options for {@link documents}. */
export interface DocumentsOptions {
  /** The number of units of each hidden layer; an empty array gives a linear model. Default: [64, 32]. */
  readonly hidden?: readonly number[];
  /** The maximum number of passes over the training lists. Default: 100. */
  readonly epochs?: number;
  /** The learning rate of Adam. Default: 0.001. */
  readonly learningRate?: number;
  /** The number of lists per step. Default: 32. */
  readonly batchLists?: number;
  /** Decoupled weight decay. Default: 0.01. */
  readonly weightDecay?: number;
  /** The probability that a hidden unit is dropped in a step. Default: 0. */
  readonly dropout?: number;
  /** Which features are transformed logarithmically before they are standardized. Default: `"auto"`. */
  readonly log?: LogTransform;
  /**
   * Attention over the documents of a list before they are scored, so that a score depends on the other candidates; it needs a hidden layer.
   * Default: none; each document is scored independently.
   */
  readonly attention?: AttentionOptions;
}

/** The options with all defaults filled in. */
export interface ResolvedDocumentsOptions extends Required<Omit<DocumentsOptions, "attention">> {
  /** The attention; undefined for none. */
  readonly attention?: Required<AttentionOptions> | undefined;
}

/** The scorer of {@link documents}, as JSON. */
export interface NetworkScorer {
  /** The kind of scorer. */
  readonly kind: "network";
  /** The options, with all defaults filled in. */
  readonly options: ResolvedDocumentsOptions;
}

const defaults: ResolvedDocumentsOptions = {
  hidden: [64, 32],
  epochs: 100,
  learningRate: 0.001,
  batchLists: 32,
  weightDecay: 0.01,
  dropout: 0,
  log: "auto",
  attention: undefined,
};
const attentionDefaults: Required<AttentionOptions> = { heads: 2, size: 16 };

const ranges: { readonly [name in keyof DocumentsOptions]?: OptionRange } = {
  epochs: [1, 1e6, "integer"],
  learningRate: [0, 10],
  batchLists: [1, 1e6, "integer"],
  weightDecay: [0, 1e6],
  dropout: [0, 0.99],
};

/**
 * A scorer that applies a network with ReLU layers to the standardized features of each document. It is trained with Adam on whole lists;
 * without hidden layers, it is a linear model. With `attention`, the units h_i of the last hidden layer become
 *
 *     relu(h_i + Wo·a_i + b),   a_i = Σ_j softmax_j(q_i·k_j/√size)·v_j,   q, k, v = Wq·h, Wk·h, Wv·h,
 *
 * before they are scored; each head computes a part of a_i. A score then depends on the other documents of the list, but not on their order.
 *
 * @param options - The layers and the training settings.
 *
 * @example
 * ```ts
 * import { documents } from "@tierwise/documents";
 *
 * const { kind, options } = documents({ hidden: [] }); // a linear model
 * console.log(kind, options.learningRate); // network 0.001
 * ```
 */
export function documents(options: DocumentsOptions = {}): NetworkScorer {
  const { attention, ...all } = checkedOptions<ResolvedDocumentsOptions>(
    "documents",
    resolved(options),
    defaults,
    ranges,
  );
  for (const [layer, units] of all.hidden.entries()) {
    if (Number.isInteger(units) && units >= 1) continue;
    throw new RangeError(`hidden[${layer}] is ${units}; expected a positive integer`);
  }
  if (!["all", "auto", "none"].includes(all.log)) {
    throw new RangeError(`log is ${JSON.stringify(all.log)}; expected "auto", "all" or "none"`);
  }
  if (attention === undefined) return { kind: "network", options: all };
  if (all.hidden.length === 0) throw new RangeError("attention needs a hidden layer; hidden is empty");
  return { kind: "network", options: { ...all, attention } };
}

function resolved({ attention, ...rest }: DocumentsOptions): Partial<ResolvedDocumentsOptions> {
  if (attention === undefined) return rest;
  const sizes = { heads: [1, 64, "integer"], size: [1, 1024, "integer"] } as const;
  return { ...rest, attention: checkedOptions("attention", attention, attentionDefaults, sizes) };
}
