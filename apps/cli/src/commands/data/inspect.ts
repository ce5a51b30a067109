import { printableText } from "@tierwise/data/printable-text";
import type { Command } from "commander";
import { filesName } from "../../data/reading-line.ts";
import { createCommand } from "../../options/common-options.ts";
import { addSourceOptions, layoutsHelp, readingOptions, type SourceFlags } from "../../options/source-options.ts";
import { count } from "../../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../../terminal/session.ts";
import { renderTable } from "../../terminal/table.ts";

export function inspectCommand(): Command {
  const command = createCommand("inspect", [
    "tierwise data inspect ratings.csv",
    "tierwise data inspect battles.parquet --json",
    "tierwise data inspect export.csv --columns user=Reviewer,item=Product,rating=Stars",
  ]).argument("<files...>", "files with the same layout; or - for standard input");
  return addSourceOptions(command).addHelpText("after", layoutsHelp).action(runInspect);
}

async function runInspect(paths: string[], flags: CommonOptions & SourceFlags): Promise<void> {
  const session = createSession(flags);
  const { inspectFile } = await import("@tierwise/data");
  const reading = await inspectFile(paths, readingOptions(flags));
  session.result(reading);
  const { samples, skippedBecause, ...facts } = reading;
  const skipped = Object.entries(skippedBecause).map(([reason, times]) => [`skipped: ${reason}`, count(times)]);
  const rows = Object.entries(facts).map(([name, value]) => [words(name), figure(value)]);
  session.print(renderTable({ head: [filesName(paths), ""], rows: [...rows, ...skipped] }, session.colors));
  for (const sample of samples) session.print(`  ${sample}`);
}

/** A property name in words: `duplicatesRule` becomes `duplicates rule`. */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function figure(value: unknown): string {
  if (typeof value === "number") return count(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : printableText(value.join(", "));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([role, column]) => `${role} = ${printableText([column].flat().join(" + "))}`)
      .join(", ");
  }
  return value === "\t" ? "tab" : printableText(String(value));
}
