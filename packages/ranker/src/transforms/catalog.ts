import { log1p } from "./log1p.ts";
import { standardize } from "./standardize.ts";
import { tfidf } from "./tfidf.ts";
import type { FittedTransform, Transform, TransformChoice, TransformName, TransformSpec } from "./transform.ts";
import { unitRows } from "./unit-rows.ts";

/** The names of the transforms. */
export const transformNames: readonly TransformName[] = ["standardize", "log1p", "tfidf", "unit-rows"];

/**
 * Creates a transform from its name or JSON form; a transform is returned unchanged.
 *
 * @param choice - The transform, such as `"tfidf"` or `{ name: "standardize", center: false }`.
 *
 * @example
 * ```ts
 * import { createTransform } from "@tierwise/ranker";
 *
 * console.log(createTransform("tfidf").spec); // { name: 'tfidf' }
 * ```
 */
export function createTransform(choice: TransformChoice): Transform {
  if (typeof choice === "object" && choice !== null && "fit" in choice) return choice;
  const spec: TransformSpec = typeof choice === "string" ? { name: choice } : choice;
  switch (spec?.name) {
    case "log1p":
      return log1p();
    case "standardize":
      return standardize(spec.center === undefined ? {} : { center: spec.center });
    case "tfidf":
      return tfidf();
    case "unit-rows":
      return unitRows();
    default:
      throw new RangeError(
        `transform is ${JSON.stringify(choice)}; expected one of ${transformNames.map((name) => `"${name}"`).join(", ")}`,
      );
  }
}

const titles: Readonly<Record<TransformName, string>> = {
  standardize: "standardized columns",
  log1p: "log(1 + x)",
  tfidf: "TF-IDF",
  "unit-rows": "rows of norm 1",
};

/**
 * Describes transforms in words, in the order in which they are applied.
 *
 * @param transforms - Transforms as JSON, fitted or not.
 *
 * @example
 * ```ts
 * import { describeTransforms, tfidf, unitRows } from "@tierwise/ranker";
 *
 * console.log(describeTransforms([tfidf().spec, unitRows().spec])); // TF-IDF, rows of norm 1
 * console.log(describeTransforms([])); // original values
 * ```
 */
export function describeTransforms(transforms: readonly (FittedTransform | TransformSpec)[]): string {
  if (transforms.length === 0) return "original values";
  return transforms.map((transform) => (isScaled(transform) ? "scaled columns" : titles[transform.name])).join(", ");
}

function isScaled(transform: FittedTransform | TransformSpec): boolean {
  if (transform.name !== "standardize") return false;
  return "factors" in transform ? transform.means === undefined : transform.center === false;
}
