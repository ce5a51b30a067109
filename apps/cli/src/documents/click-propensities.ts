import type { ClickedDocuments } from "@tierwise/documents";
import type { Session } from "../terminal/session.ts";
import type { ClickFileFlags } from "./click-options.ts";

/** The maximum number of positions whose propensities are printed. */
const mostPrinted = 10;

/** The propensities of the positions, and where they come from. */
export interface ChosenPropensities {
  readonly values: Float64Array;
  readonly source: "estimated" | "given" | "none";
}

/** The propensities for a click log: from a file, all 1, or estimated from the log. */
export async function clickPropensities(
  path: string,
  { log, documents }: ClickedDocuments,
  { propensities: given }: ClickFileFlags,
  session: Session,
): Promise<ChosenPropensities> {
  const positions = log.positions.reduce((most, position) => Math.max(most, position), 0);
  if (given === "none") return { values: new Float64Array(positions).fill(1), source: "none" };
  if (given !== undefined) return { values: await readPropensities(given, positions), source: "given" };
  const { estimatePropensities } = await import("@tierwise/documents");
  try {
    const { propensities: values, converged, steps } = estimatePropensities(log, documents);
    const shown = Array.from(values.subarray(0, mostPrinted), (value) =>
      Number.isNaN(value) ? "–" : value.toFixed(3),
    );
    const more = values.length > mostPrinted ? ", …" : "";
    session.note(`Estimated propensities, relative to the first position: ${shown.join(", ")}${more}`);
    if (!converged)
      session.note(
        `The propensities had not converged after ${steps} steps; a longer log would determine them more precisely.`,
      );
    return { values, source: "estimated" };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(
      `${path}: propensities cannot be estimated: ${error.message}.\nGive them with --propensities FILE, or use --propensities none to ignore positions.`,
    );
  }
}

/** Reads propensities: one number per line, for positions 1, 2, …, or a header and the columns position and propensity. */
async function readPropensities(path: string, positions: number): Promise<Float64Array> {
  const { readLines } = await import("@tierwise/data/files");
  const values = new Float64Array(positions).fill(Number.NaN);
  let next = 1;
  await readLines(path, (text, line) => {
    const cells = text.trim().split(/[\s,;]+/);
    if (text.trim() === "" || (line === 1 && cells.length === 2 && Number.isNaN(Number(cells[0])))) return;
    const [position, value] = cells.length === 2 ? [Number(cells[0]), Number(cells[1])] : [next, Number(cells[0])];
    next = position + 1;
    if (cells.length > 2 || !(Number.isInteger(position) && position >= 1 && value > 0 && value <= 1)) {
      throw new Error(
        `${path}:${line}: found ${JSON.stringify(text.slice(0, 60))}; expected a number above 0 and at most 1, or a position and such a number`,
      );
    }
    if (position <= positions) values[position - 1] = value;
  });
  const missing = values.findIndex(Number.isNaN);
  if (missing < 0) return values;
  throw new Error(
    `${path} has no propensity for position ${missing + 1}; expected one for each of the ${positions} positions`,
  );
}
