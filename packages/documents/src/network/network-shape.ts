import { type AttentionShape, attentionShape, attentionWeightCount } from "./attention-weights.ts";
import type { NetworkScorer } from "./documents-scorer.ts";
import { type Widths, weightCount, widthsOf } from "./layers.ts";

export interface NetworkShape {
  readonly widths: Widths;
  /** Undefined without attention. */
  readonly attention: AttentionShape | undefined;
}

export function networkShape(featureCount: number, { hidden, attention }: NetworkScorer["options"]): NetworkShape {
  return { widths: widthsOf(featureCount, hidden), attention: attentionShape(hidden, attention) };
}

export function networkWeightCount({ widths, attention }: NetworkShape): number {
  return weightCount(widths) + (attention ? attentionWeightCount(attention) : 0);
}
