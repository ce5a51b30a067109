import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { codeDigest } from "./code-digest.ts";
import type { Study, StudyCell } from "./study.ts";

/** The version of this package. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/**
 * The key of a cell in a results file: the first 128 bits of a SHA-256 of the study's name and revision, the code of this package and of
 * the libraries it runs, and all settings of the cell, in any order.
 *
 * @param study - The study of the cell.
 * @param cell - The cell.
 *
 * @example
 * ```ts
 * import { cellKey, mseStudy } from "@tierwise/studies";
 *
 * const cell = { study: "mse", items: 100, samples: 50, method: "PL-LB", seed: 1, maxSteps: 600 } as const;
 * const { items, ...rest } = cell;
 * console.log(cellKey(mseStudy, cell) === cellKey(mseStudy, { ...rest, items })); // true
 * console.log(cellKey(mseStudy, cell) === cellKey(mseStudy, { ...cell, maxSteps: 601 })); // false
 * ```
 */
export function cellKey<Cell extends StudyCell>(
  { name, revision, identity = (all) => all }: Pick<Study<Cell, Cell>, "identity" | "name" | "revision">,
  cell: Cell,
): string {
  const content = canonicalJson({ study: name, revision, code: codeDigest(), cell: identity(cell) });
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

/** JSON with the keys of every object sorted. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
