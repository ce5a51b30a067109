import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { vocabularyFileName } from "@tierwise/data";
import { codeDigest, createJob, fileChecksum, type Job, type JobFile } from "@tierwise/jobs";
import type { DataReference } from "../data/data-reference.ts";
import type { Study, StudyCell } from "./study.ts";

const manifest = new URL("../../package.json", import.meta.url);

/** The version of this package. */
export const version: string = (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;

/**
 * The job that runs a cell.
 *
 * @param study - The study of the cell.
 * @param cell - The cell.
 * @param files - The files that the cell reads, if it may run on another machine. These files are not part of the key, because the cell
 * identifies its data by content. Default: none.
 */
export function cellJob<Cell extends StudyCell>(
  { name, revision, identity = (all) => all }: Pick<Study<Cell, Cell>, "identity" | "name" | "revision">,
  cell: Cell,
  files: readonly JobFile[] = [],
): Job {
  return createJob({
    kind: "cell",
    settings: cell,
    code: codeDigest(manifest),
    files,
    identity: { study: name, revision, cell: identity(cell) },
    title: titleOf(cell),
  });
}

/**
 * The key of a cell in a results file: the first 128 bits of a SHA-256 of the study's name and revision, the code of this package and of
 * the libraries it runs, and all settings of the cell. The order of the settings does not matter.
 *
 * @param study - The study of the cell.
 * @param cell - The cell.
 *
 * @example
 * ```ts
 * import { cellKey, mseStudy } from "@tierwise/studies";
 *
 * const cell = { study: "mse", itemCount: 100, samples: 50, method: "PL-LB", seed: 1, maxSteps: 600 } as const;
 * const { itemCount, ...rest } = cell;
 * console.log(cellKey(mseStudy, cell) === cellKey(mseStudy, { ...rest, itemCount })); // true
 * console.log(cellKey(mseStudy, cell) === cellKey(mseStudy, { ...cell, maxSteps: 601 })); // false
 * ```
 */
export function cellKey<Cell extends StudyCell>(
  study: Pick<Study<Cell, Cell>, "identity" | "name" | "revision">,
  cell: Cell,
): string {
  return cellJob(study, cell).key;
}

/** The data files that cells read. */
export async function filesOf(cells: readonly StudyCell[]): Promise<JobFile[][]> {
  const known = new Map<string, Promise<JobFile[]>>();
  return Promise.all(
    cells.map((cell) => {
      const paths = pathsOf(cell);
      const files = known.get(paths.join("\n")) ?? dataFiles(paths);
      known.set(paths.join("\n"), files);
      return files;
    }),
  );
}

/** The data files and the vocabularies in their folders (the names of features and items), with checksums. */
function dataFiles(paths: readonly string[]): Promise<JobFile[]> {
  const vocabularies = paths.map((path) => join(dirname(path), vocabularyFileName)).filter((path) => existsSync(path));
  const all = [...new Set([...paths, ...vocabularies])];
  return Promise.all(all.map(async (path) => ({ path, ...(await fileChecksum(path)) })));
}

/** The files of a cell's data. A folder is not copied: it must exist on every machine. */
function pathsOf(cell: StudyCell): string[] {
  const { source } = (cell as StudyCell & { readonly data?: DataReference }).data ?? {};
  if (source === undefined || "folder" in source) return [];
  if ("ratings" in source) return [source.ratings];
  const { train, validation } = source;
  return [train, "test" in source ? source.test : undefined, validation].filter((path) => path !== undefined);
}

/** The title of a job: its study, and the settings of its cell that are not objects. */
function titleOf(cell: StudyCell): string {
  const parts = Object.entries(cell).filter(([name, value]) => name !== "study" && typeof value !== "object");
  return `${cell.study}: ${parts.map(([name, value]) => `${name} ${value}`).join(", ")}`;
}
