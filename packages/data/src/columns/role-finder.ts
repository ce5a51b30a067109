import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { normalized, type Role, roleNames, wordsOf } from "./column-words.ts";
import type { Request, RoleFinder } from "./plan.ts";
import type { TableProfile } from "./table-profile.ts";

/** Finds the columns for each role: the columns that the caller names, or otherwise those whose names suggest the role. */
export function createRoleFinder(profile: TableProfile, request: Request): RoleFinder {
  const taken = new Set(Object.values(request.given).flat());
  return {
    profile,
    request,
    given: (role) => request.given[role],
    nameOf: (index) => profile.columns[index]?.name ?? String(index),
    optionOf: (index) => profile.columns[index]?.name || index,
    find(role) {
      const given = request.given[role];
      if (given !== undefined) return given.map((index) => profile.columns[index]);
      if (!profile.hasHeader) return [];
      return wordsOf(role).flatMap((word) =>
        profile.columns.filter(
          ({ name, index, isNumeric }) =>
            !taken.has(index) &&
            index !== profile.indexColumn &&
            normalized(name ?? "") === word &&
            (role !== "weight" || isNumeric),
        ),
      );
    },
  };
}

/**
 * For each role, the numbers of the columns that the caller specifies by name or number.
 *
 * @throws DatasetError if a role or a column does not exist.
 */
export function givenColumns(
  columns: Readonly<Record<string, number | string | undefined>>,
  names: readonly string[] | undefined,
  width: number,
  place: { file: string; line?: number },
): Partial<Record<Role, readonly number[]>> {
  const found: Partial<Record<Role, readonly number[]>> = {};
  for (const [key, column] of Object.entries(columns)) {
    if (column === undefined) continue;
    const role = Object.hasOwn(roleNames, key) ? roleNames[key] : undefined;
    if (role === undefined) {
      const known = Object.keys(roleNames).join(", ");
      throw new DatasetError(`columns has the unknown key ${quoted(key)}; expected one of ${known}`, {
        ...place,
        option: "columns",
      });
    }
    const whole = typeof column === "string" ? (names?.indexOf(column) ?? -1) : undefined;
    const parts = typeof column === "string" && whole === -1 && column.includes("+") ? column.split("+") : [column];
    const numbered = parts.length > 1 ? parts.map((part) => numberOr(part, names)) : parts;
    found[role] = numbered.map((part) => placeOf(part, names, width, place));
  }
  return found;
}

/** Converts one part of `0+2` to a column number; if a column has this number as its name, the part remains a name. */
function numberOr(part: number | string, names: readonly string[] | undefined): number | string {
  return typeof part === "string" && /^\d+$/.test(part) && names?.includes(part) !== true ? Number(part) : part;
}

function placeOf(
  column: number | string,
  names: readonly string[] | undefined,
  width: number,
  place: { file: string; line?: number },
): number {
  if (typeof column === "number") {
    if (Number.isInteger(column) && column >= 0 && column < width) return column;
    throw new DatasetError(`there is no column ${column}; the columns are numbered from 0 to ${width - 1}`, {
      ...place,
      option: "columns",
    });
  }
  const at = names?.indexOf(column) ?? -1;
  if (at >= 0) return at;
  const similar = names?.flatMap((name, index) => (normalized(name) === normalized(column) ? [index] : [])) ?? [];
  if (similar.length === 1) return similar[0];
  const known = names === undefined ? "the file has no header" : `the columns are ${names.map(quoted).join(", ")}`;
  throw new DatasetError(`there is no column ${quoted(column)}; ${known}`, { ...place, option: "columns" });
}
