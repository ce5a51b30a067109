import type { Plan, RoleFinder } from "../columns/plan.ts";
import { rankingOf } from "./list-cell.ts";

/** Finds the ways to read a table with a whole ranking in one cell: `a > b = c`, `a|b|c`, or a JSON array. */
export function orderPlans(finder: RoleFinder): Plan[] {
  const ranking = finder
    .find("ranking")
    .find(({ values }) => values.size > 0 && [...values].every((text) => rankingOf(text) !== undefined));
  if (ranking === undefined) return [];
  const user = finder.find("user").find(({ index }) => index !== ranking.index);
  const [weight] = finder.find("weight");
  return [
    {
      format: "orders",
      columns: {
        ...(user && { user: [user.index] }),
        ranking: [ranking.index],
        ...(weight && { weight: [weight.index] }),
      },
      rest: finder.request.rest ?? "unobserved",
      words: `orders: ${finder.nameOf(ranking.index)} ranks items, best first`,
      choose: { format: "orders" },
    },
  ];
}
