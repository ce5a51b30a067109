import type { ValuedCsr } from "@tierwise/data/rows";

/** The name of a transform. */
export type TransformName = TransformSpec["name"];

/** A transform as JSON, before it is fitted; {@link createTransform} converts it to a {@link Transform}. */
export type TransformSpec =
  | {
      /** log(1 + x) of every value; see {@link log1p}. */
      readonly name: "log1p";
    }
  | {
      /** Columns with equal spread; see {@link standardize}. */
      readonly name: "standardize";
      /** Whether the mean is subtracted. Default: true. */
      readonly center?: boolean;
    }
  | {
      /** Higher weights for rare features; see {@link tfidf}. */
      readonly name: "tfidf";
    }
  | {
      /** Rows with Euclidean norm 1; see {@link unitRows}. */
      readonly name: "unit-rows";
    };

/** A transform with the numbers fitted to the training rows, as JSON. A model stores and applies a list of these, first to last. */
export type FittedTransform =
  | {
      /** log(1 + x) of every value. */
      readonly name: "log1p";
    }
  | {
      /** Columns of equal spread: (x − mean) · factor. */
      readonly name: "standardize";
      /** The mean of each feature, which is subtracted; without means, zeros stay 0. */
      readonly means?: readonly number[];
      /** The reciprocal standard deviation of each feature, or 0 for a constant feature. */
      readonly factors: readonly number[];
    }
  | {
      /** Higher weights for rare features. */
      readonly name: "tfidf";
      /** The inverse document frequency of each feature. */
      readonly weights: readonly number[];
      /** The weight of a feature that occurs in no training row. */
      readonly unseen: number;
    }
  | {
      /** Rows of Euclidean norm 1. */
      readonly name: "unit-rows";
    };

/** A transform of feature rows: {@link standardize}, {@link log1p}, {@link tfidf} or {@link unitRows}. */
export interface Transform {
  /** The transform as JSON. */
  readonly spec: TransformSpec;
  /**
   * Computes the numbers that the transform needs from training rows.
   *
   * @param rows - The training rows, after the transforms that precede this one.
   * @param featureCount - D, the number of features.
   */
  fit(rows: ValuedCsr, featureCount: number): FittedTransform;
}

/** A transform, its JSON form, or its name. */
export type TransformChoice = Transform | TransformName | TransformSpec;
