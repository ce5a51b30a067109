import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runStudy, type Study, type StudyCell, type StudyRun } from "@tierwise/studies";
import { values } from "./study-flags.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");
/** The folder with the results of all studies. */
export const results = join(root, "bench-results");
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(new Error("interrupted; finished results are kept")));

/** Runs a study, stores its results in `bench-results/FILE.jsonl`, and prints each new result. */
export function run<Cell extends StudyCell, Result extends Cell & { readonly seconds?: number }, Summary>(
  study: Study<Cell, Result, Summary, never>,
  cells: readonly Cell[],
  { file = study.name, describe = () => "" }: { file?: string; describe?: (result: Result) => string } = {},
): Promise<StudyRun<Result, Summary>> {
  return runStudy(study, {
    cells,
    file: join(results, `${file}.jsonl`),
    missing: values.show ? "leave out" : "run",
    ...(values.threads === undefined ? {} : { threads: Number(values.threads) }),
    signal: interrupted.signal,
    onWarning: console.error,
    onProgress(event) {
      if (event.stage !== "result") return;
      const { seconds } = event.result;
      const time = seconds === undefined ? "" : `, ${seconds.toFixed(1)} s`;
      console.error(`${event.done}/${event.total}  ${labelOf(event.cell)}${time}${describe(event.result)}`);
    },
  });
}

/** A short description of a cell that lists its scalar settings, such as `pl-lb, seed 3`. */
export function labelOf(cell: object): string {
  const plain = Object.entries(cell).filter(([key, value]) => key !== "study" && typeof value !== "object");
  return plain.map(([key, value]) => (typeof value === "number" ? `${key} ${value}` : String(value))).join(", ");
}

/** Prints the table of a study and writes its figures. */
export async function show<Summary>(
  study: Pick<Study<never, never, Summary, never>, "figures" | "table">,
  summary: Summary,
): Promise<void> {
  console.log(study.table(summary));
  for (const [figure, svg] of Object.entries((await study.figures?.(summary)) ?? {})) write(figure, svg);
}

export function write(figure: string, svg: string): void {
  const file = values.quick ? join(results, `${figure}-quick.svg`) : join(root, "docs", "figures", `${figure}.svg`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, svg);
  console.log(`\nWrote ${file.slice(root.length + 1)}`);
}
