import type { ValuedCsr } from "@tierwise/data/rows";
import type { ModelVocabulary } from "../model/vocabulary.ts";
import { transformRows } from "../transforms/transform-rows.ts";
import { normalized } from "../transforms/unit-rows.ts";

/** The preprocessing that a model applies to rows before its first layer. */
export interface RowForm extends Pick<ModelVocabulary, "transforms"> {
  /** Whether every row is divided by its Euclidean norm, after the transforms. */
  readonly normalize: boolean;
}

/** Preprocesses checked rows as a model does before its first layer. */
export function formedRows(rows: ValuedCsr, { transforms, normalize }: RowForm, featureCount: number): ValuedCsr {
  const transformed = transforms === undefined ? rows : transformRows(transforms, rows, featureCount);
  return normalize ? normalized(transformed) : transformed;
}
