import { existsSync } from "node:fs";
import { type NamedPreferences, nextQuestions } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";
import { readPreferencesNoted } from "../data/read-preferences-noted.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { SourceFlags } from "../options/source-options.ts";
import { count } from "../terminal/numbers.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

export interface AskFlags extends CommonOptions, SourceFlags {
  readonly sets: number;
  readonly size: number;
  readonly answer?: "best" | "ranking";
  readonly items?: string;
  readonly prior?: number;
  readonly seed?: number;
}

const reasons = {
  connects: "connects separate items",
  informs: "most informative",
};

/** Proposes the sets of items to ask about next, and prints them. */
export async function askQuestions(paths: readonly string[], flags: AskFlags): Promise<void> {
  const session = createSession(flags);
  const votes = await votesOf(paths, flags, session);
  const { sets, size, answer, prior, seed } = flags;
  const items = votes.itemNames.length;
  if (size > items) throw new UsageError(`--size is ${size}; expected at most ${count(items)}, the number of items`);
  if (size > 10 && answer !== "best") {
    throw new UsageError(`--size is ${size}; expected at most 10 if answers are rankings, or --answer best`);
  }
  const { questions, meanError, expectedMeanError } = nextQuestions(votes, {
    ...{ sets, size },
    ...(answer !== undefined && { answer }),
    ...(prior !== undefined && { prior }),
    ...(seed !== undefined && { seed }),
  });
  const named = questions.map(({ names = [], gain, reason }) => ({ items: names, gain, reason }));
  session.print(
    renderTable(
      {
        head: ["#", "items to ask about", "why"],
        rows: named.map(({ items, reason }, k) => [
          String(k + 1),
          items.map((name) => printableText(name)).join(", "),
          reasons[reason],
        ]),
        align: ["right", "left", "left"],
      },
      session.colors,
    ),
  );
  session.note(
    `mean standard error of the utilities: ${meanError.toFixed(3)} now, about ${expectedMeanError.toFixed(3)} after one answer to each`,
  );
  session.result({ questions: named, meanError, expectedMeanError });
}

/** Reads the votes in the files, and adds the items in `--items`. */
async function votesOf(paths: readonly string[], flags: AskFlags, session: Session): Promise<NamedPreferences> {
  const itemNames = flags.items === undefined ? undefined : await listedItems(flags.items, session);
  if (paths.length > 0)
    return readPreferencesNoted(paths, flags, session, itemNames === undefined ? {} : { itemNames });
  if (itemNames === undefined) {
    throw new UsageError(
      "there are no items; expected a file of votes, or the items of a first round, such as --items tea,coffee,water",
    );
  }
  return { itemNames, preferences: [] };
}

/** Returns the names in a comma-separated list or, if the text is the path of a file, on the lines of the file. */
async function listedItems(text: string, { memory }: Session): Promise<string[]> {
  const names = existsSync(text) ? await linesOf(text, memory) : text.split(",");
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== "");
  const twice = trimmed.find((name, at) => trimmed.indexOf(name) < at);
  if (twice !== undefined) throw new UsageError(`--items contains ${printableText(twice)} twice`);
  if (trimmed.length < 2) {
    const found = trimmed.length === 0 ? "no item" : `only ${printableText(trimmed[0])}`;
    throw new UsageError(`--items contains ${found}; expected at least two names, or a file with one name per line`);
  }
  return trimmed;
}

async function linesOf(path: string, memory: Session["memory"]): Promise<string[]> {
  const { readLines } = await import("@tierwise/data");
  const lines: string[] = [];
  await readLines(path, (line) => void lines.push(line), memory);
  return lines;
}
