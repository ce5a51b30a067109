import { writeFileAtomic } from "@tierwise/data/files";
import { printableText } from "@tierwise/data/printable-text";
import type { GraphDataset } from "@tierwise/rank-breaking/files";
import type { Command } from "commander";
import { readingLine } from "../data/reading-line.ts";
import { createCommand, integer, number, oneOf } from "../options/common-options.ts";
import { addSourceOptions, readingOptions, type SourceFlags } from "../options/source-options.ts";
import { count, counted } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface BreakFlags extends CommonOptions, SourceFlags {
  readonly contradictions: "kept" | "majority";
  readonly margin: number;
  readonly out?: string;
  readonly top: number;
}

export function breakCommand(): Command {
  const command = createCommand("break", [
    "tierwise break comparisons.csv",
    "tierwise break comparisons.csv --contradictions majority --out tiers.jsonl && tierwise fit tiers.jsonl",
    "tierwise break ratings.csv --margin 1",
  ])
    .argument("<file>", 'battles, ratings, or JSON Lines {"edges": [["better", "worse"], …]}')
    .option(
      "--contradictions <what>",
      "if a pair was compared in both directions, keep both and report the resulting cycle as an error (kept), or keep only the more frequent direction (majority)",
      oneOf(["kept", "majority"]),
      "kept",
    )
    .option(
      "--margin <x>",
      "with ratings: put an item above another if its rating is better by at least this much, or by any difference if 0",
      number(0),
      0,
    )
    .option(
      "-o, --out <file.jsonl>",
      "write the tiers as JSON Lines for `fit` and `likelihood`, omitting users with only one tier",
    )
    .option("--top <n>", "show this many users, or all if 0", integer(0), 20);
  return addSourceOptions(command).action(runBreak);
}

interface BrokenGraph {
  readonly user: string;
  readonly tiers: string[][];
  readonly informative: boolean;
}

async function runBreak(path: string, flags: BreakFlags): Promise<void> {
  const session = createSession(flags);
  const { contradictions, margin } = flags;
  const { readGraphs } = await import("@tierwise/rank-breaking/files");
  const graphs = await readGraphs(path, { ...readingOptions(flags), contradictions, margin });
  if (graphs.reading !== undefined) session.note(readingLine(path, graphs.reading));
  const broken = await breakAll(path, graphs);
  const informative = broken.filter((graph) => graph.informative);
  session.note(
    `${path}: ${counted(broken.length, "graph")}, ${count(informative.length)} of them with more than one tier`,
  );
  const shown = flags.top === 0 ? broken : broken.slice(0, flags.top);
  for (const { user, tiers, informative: isInformative } of shown) {
    const words = isInformative
      ? tiers.map((tier) => tier.map((name) => printableText(name)).join(", ")).join(session.colors.dim("  >  "))
      : "one tier, not informative";
    session.print(user === "" ? words : `${session.colors.bold(printableText(user))}: ${words}`);
  }
  if (shown.length < broken.length) session.print(`… the first ${shown.length} of ${broken.length}; --top 0 shows all`);
  session.result({ ...(graphs.reading && { reading: graphs.reading }), graphs: broken });
  if (flags.out !== undefined) {
    const lines = informative.map(({ tiers }) => JSON.stringify({ tiers, rest: "unobserved" }));
    await writeFileAtomic(flags.out, lines.map((line) => `${line}\n`).join(""));
  }
}

/** Breaks every graph into tiers. If a graph contains a cycle, throws an error that names the items of the cycle. */
async function breakAll(path: string, { itemNames, graphs }: GraphDataset): Promise<BrokenGraph[]> {
  const { CycleError, preferenceFromGraph } = await import("@tierwise/rank-breaking");
  return graphs.map(({ user, graph }) => {
    try {
      const { tiers, informative } = preferenceFromGraph(graph);
      return { user, tiers: tiers.map((tier) => tier.map((item) => itemNames[item])), informative };
    } catch (error) {
      if (!(error instanceof CycleError)) throw error;
      const cycle = error.cycle.map((item) => printableText(itemNames[item]));
      const shown = cycle.length > 12 ? [...cycle.slice(0, 6), "…", ...cycle.slice(-5)] : cycle;
      const who = user === "" ? "" : ` of ${printableText(user)}`;
      throw new Error(
        `${path}: the preferences${who} contradict each other: ${shown.join(" > ")}; for pairs compared in both directions, --contradictions majority keeps only the more frequent direction`,
        { cause: error },
      );
    }
  });
}
