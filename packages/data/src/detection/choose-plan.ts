import type { Role } from "../columns/column-words.ts";
import { columnsText } from "../columns/columns-text.ts";
import type { Plan, Request, RoleFinder, TableFormat } from "../columns/plan.ts";
import { createRoleFinder } from "../columns/role-finder.ts";
import type { TableProfile } from "../columns/table-profile.ts";
import { ballotPlans } from "../layouts/ballots.ts";
import { battlePlans } from "../layouts/battles.ts";
import { choicePlans } from "../layouts/choices.ts";
import { gradeProblem } from "../layouts/grade-problem.ts";
import { clickPlans, impressionPlans, placePlans, ratingPlans } from "../layouts/grades.ts";
import { orderPlans } from "../layouts/orders.ts";
import { tablePlans } from "../layouts/wide-table.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { ballotExamples } from "./ballot-examples.ts";
import { columnExamples } from "./column-examples.ts";
import { certainPositions, type Positions, possiblePositions } from "./headerless.ts";

/** A layout: the roles of its columns, and a function that finds the ways to read a table in this layout. */
interface TableLayout {
  readonly plans: (finder: RoleFinder) => Plan[];
  readonly roles: readonly Role[];
}

const tableLayouts: Readonly<Record<TableFormat, TableLayout>> = {
  battles: {
    plans: battlePlans,
    roles: [
      "a",
      "b",
      "winner",
      "loser",
      "scoreA",
      "scoreB",
      "winsA",
      "winsB",
      "ties",
      "judge",
      "user",
      "weight",
      "time",
    ],
  },
  choices: { plans: choicePlans, roles: ["best", "worst", "shown", "winner", "judge", "user", "weight", "time"] },
  ballots: { plans: ballotPlans, roles: ["user", "choices", "weight"] },
  orders: { plans: orderPlans, roles: ["user", "ranking", "weight"] },
  impressions: { plans: impressionPlans, roles: ["user", "item", "clicked", "time"] },
  ratings: { plans: ratingPlans, roles: ["user", "item", "rating", "time"] },
  places: { plans: placePlans, roles: ["user", "item", "place", "time"] },
  clicks: { plans: clickPlans, roles: ["user", "item", "time"] },
  table: { plans: tablePlans, roles: ["user", "item"] },
};

/** Groups of layouts, in order of priority: later groups are ignored if an earlier group has a plan. */
const precedence: readonly (readonly TableFormat[])[] = [
  ["battles", "choices", "ballots", "orders"],
  ["impressions", "ratings", "places"],
  ["clicks"],
  ["table"],
];

/**
 * Chooses the only plausible interpretation of a table.
 *
 * @throws DatasetError if no interpretation is plausible, or if several are and would give different winners.
 */
export function choosePlan(profile: TableProfile, request: Request): Plan {
  const finder = createRoleFinder(profile, request);
  if (!profile.hasHeader && Object.keys(request.given).length === 0) {
    const positions = certainPositions(finder);
    if (positions !== undefined) return choosePlan(profile, { ...request, given: positions });
    if (request.format === undefined) throw unclearPositions(finder);
  }
  const plans = plausiblePlans(finder);
  const problem = plans.map((plan) => gradeProblem(plan, finder)).find((one) => one !== undefined);
  const fitting = plans.filter((plan) => gradeProblem(plan, finder) === undefined);
  if (fitting.length === 1) return fitting[0];
  if (fitting.length > 1) throw ambiguous(finder, fitting);
  throw notUnderstood(finder, problem);
}

function plausiblePlans(finder: RoleFinder): Plan[] {
  const { format, given } = finder.request;
  const roles = Object.keys(given) as Role[];
  const accepts = (name: TableFormat): boolean => roles.every((role) => tableLayouts[name].roles.includes(role));
  if (format !== undefined) {
    const odd = roles.find((role) => !tableLayouts[format].roles.includes(role));
    if (odd !== undefined) {
      const expected = tableLayouts[format].roles.join(", ");
      throw new DatasetError(
        `columns contains the role ${odd}, which does not apply to the format "${format}"; expected one of ${expected}`,
        {
          file: finder.request.file,
          option: "columns",
        },
      );
    }
    return tableLayouts[format].plans(finder);
  }
  for (const group of precedence) {
    const plans = group.filter(accepts).flatMap((name) => tableLayouts[name].plans(finder));
    if (plans.length > 0) return plans;
  }
  return [];
}

function ambiguous({ request }: RoleFinder, plans: readonly Plan[]): DatasetError {
  const choices = plans.map(({ words, choose }) => ({ words, options: choose }));
  const option = (["columns", "winner", "best", "format"] as const).find((one) =>
    plans.some(({ choose }) => one in choose),
  );
  return new DatasetError(`can be read in ${plans.length} ways, which may give different winners`, {
    file: request.file,
    option: option ?? "format",
    choices,
  });
}

/** The error for a table without a header if the roles of its columns are ambiguous. */
function unclearPositions(finder: RoleFinder): DatasetError {
  const shown = (positions: Positions): string =>
    columnsText(Object.fromEntries(Object.entries(positions).map(([role, at]) => [role, at?.[0]])));
  const choices = possiblePositions(finder).map((positions) => {
    const first = finder.profile.records[0] ?? [];
    const words = Object.entries(positions).map(([role, at]) => `${quoted(first[at?.[0] ?? 0] ?? "")} is the ${role}`);
    return { words: words.join(", "), options: { columns: shown(positions) } };
  });
  if (choices.length === 0) return notUnderstood(finder, undefined);
  return new DatasetError(
    `has no recognizable header, so the roles of its columns are unclear: ${columnsFound(finder)}`,
    {
      file: finder.request.file,
      line: 1,
      option: "columns",
      choices,
    },
  );
}

function notUnderstood(finder: RoleFinder, problem: string | undefined): DatasetError {
  const { request, profile } = finder;
  const what =
    problem ??
    (request.format === undefined ? "the columns are not recognized" : `cannot be read as ${request.format}`);
  return new DatasetError(`${what}; found ${columnsFound(finder)}`, {
    file: request.file,
    ...(profile.hasHeader ? {} : { line: 1 }),
    option: "columns",
    choices: [...ballotExamples(finder), ...columnExamples(finder)],
  });
}

/** Lists the columns of a table with their first values. */
function columnsFound({ profile }: RoleFinder): string {
  const shown = profile.columns.slice(0, 12).map(({ name, values, index }) => {
    const examples = [...values].slice(0, 2).map(quoted).join(", ");
    return `${name === undefined ? `column ${index}` : quoted(name)} (${examples === "" ? "empty" : `such as ${examples}`})`;
  });
  const more = profile.columns.length > 12 ? ` and ${profile.columns.length - 12} more` : "";
  return `${shown.join(", ")}${more}`;
}
