import type { Plan, RoleFinder } from "../columns/plan.ts";
import { quoted } from "../reading/dataset-error.ts";
import { clickOf, letterGradeOf, placeOf, ratingOf } from "./grade-values.ts";

/** Explains why the first values of a plan's grade column are not valid grades. Returns undefined if they are valid. */
export function gradeProblem(plan: Plan, { profile, nameOf }: RoleFinder): string | undefined {
  const checks = {
    rating: (text: string) => ratingOf(text),
    place: (text: string) => placeOf(text),
    clicked: (text: string) => clickOf(text),
  };
  for (const role of ["rating", "place", "clicked"] as const) {
    const column = plan.columns[role]?.[0];
    if (column === undefined) continue;
    const { values } = profile.columns[column];
    const isLetters = role === "rating" && [...values].every((text) => !Number.isNaN(letterGradeOf(text)));
    const odd = isLetters ? undefined : [...values].find((text) => Number.isNaN(checks[role](text)));
    if (
      odd !== undefined &&
      (values.size < 4 || [...values].filter((text) => Number.isNaN(checks[role](text))).length > values.size / 2)
    ) {
      const expected = { rating: "numbers", place: "places", clicked: "0 or 1" }[role];
      return `column ${quoted(nameOf(column))} contains ${quoted(odd)}; expected ${expected}`;
    }
  }
  return undefined;
}
