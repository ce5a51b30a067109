import type { FitOptions } from "@tierwise/aggregate";
import { visibleText } from "@tierwise/datasets-xml/visible-text";
import type { LossName } from "@tierwise/ranker";
import type { Command } from "commander";
import { readPreferences } from "../data/read-preferences.ts";
import { UsageError } from "../errors/usage-error.ts";
import { tsvField } from "../files/tsv-field.ts";
import { writeText } from "../files/write-text.ts";
import { createCommand } from "../options/common-options.ts";
import { lossNames } from "../options/loss-names.ts";
import { integer, number, oneOf } from "../options/numbers.ts";
import { addSourceOptions, type SourceFlags } from "../options/source-options.ts";
import { lossByName } from "../ranking/loss-by-name.ts";
import { type RankedItem, rankedItems } from "../ranking/ranked-items.ts";
import { rankingTable } from "../ranking/ranking-table.ts";
import { count } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface FitFlags extends CommonOptions, SourceFlags {
  readonly prior?: number;
  readonly maxTier?: number;
  readonly loss?: LossName;
  readonly solver?: "adagrad" | "lbfgs";
  readonly seed?: number;
  readonly top: number;
  readonly out?: string;
  readonly plot?: string;
  readonly report?: string;
}

/** `tierwise fit FILE`. */
export function fitCommand(): Command {
  const command = createCommand("fit", [
    "tierwise fit votes.toi",
    "tierwise fit ratings.csv --min-ratings 5 --prior 0.1 --top 20",
    "tierwise fit races.txt --format ratings --columns user=Race,item=DriverID,rating=Place --best lower",
    "tierwise fit duels.csv --plot ranking.svg --out ranking.tsv",
  ])
    .description("one ranking from many votes, ratings or comparisons: utilities with 95 % intervals")
    .argument("<file>", "tiers (JSON Lines), ratings, comparisons or PrefLib votes")
    .option("--prior <x>", "keeps utilities finite where the data alone do not, such as 0.1", number(0))
    .option("--max-tier <m>", "leave out the terms of larger tiers", integer(1))
    .option("--loss <name>", `${lossNames.join(", ")}; other than the likelihood by AdaGrad`, oneOf(lossNames))
    .option("--solver <name>", "lbfgs (default), or adagrad: mini-batches as in the paper", oneOf(["lbfgs", "adagrad"]))
    .option("--seed <n>", "of adagrad", integer(0))
    .option("--top <n>", "show the best so many; 0 shows all", integer(0), 30)
    .option("-o, --out <file>", "write the whole ranking as TSV")
    .option("--plot <file.svg>", "draw utilities and intervals")
    .option("--report <file.html>", "write a page with the ranking and its plot");
  return addSourceOptions(command).action(runFit);
}

async function runFit(path: string, flags: FitFlags): Promise<void> {
  const session = createSession(flags);
  const { items: names, preferences, weights } = await readPreferences(path, flags);
  const { fitUtilities } = await import("@tierwise/aggregate");
  const started = performance.now();
  const fit = fitUtilities(preferences, {
    items: names.length,
    weights,
    ...(flags.prior === undefined ? {} : { prior: flags.prior }),
    ...(flags.maxTier === undefined ? {} : { maxTier: flags.maxTier }),
    ...(await solverOptions(flags)),
  });
  const seconds = (performance.now() - started) / 1000;
  if (fit.problem !== undefined) throw new Error(problemOf(fit.neverBelow, names, fit.problem));
  const ranked = rankedItems(names, fit);
  const observations = weights.reduce((sum, weight) => sum + weight, 0);
  const { converged, logLikelihood, gradientNorm, iterations } = fit;
  session.note(
    `${path}: ${count(observations)} observations of ${count(names.length)} items; ${iterations} iterations in ${seconds.toFixed(2)} s`,
  );
  if (!converged) session.note(`It has not converged: the gradient is still ${gradientNorm.toPrecision(2)}.`);
  const shown = flags.top === 0 ? ranked : ranked.slice(0, flags.top);
  session.print(rankingTable(shown, session.colors, session.width));
  if (shown.length < ranked.length) session.print(`… the best ${shown.length} of ${ranked.length}; --top 0 shows all`);
  session.result({ observations, converged, logLikelihood, gradientNorm, iterations, seconds, items: ranked });
  if (flags.out !== undefined) await writeText(flags.out, rankingTsv(ranked));
  if (flags.plot !== undefined) {
    const { rankingSvg } = await import("../ranking/ranking-plot.ts");
    await writeText(flags.plot, rankingSvg(ranked));
  }
  if (flags.report !== undefined) {
    const { writeRankingReport } = await import("../ranking/ranking-report.ts");
    await writeRankingReport(flags.report, { session, path, ranked, fit, observations, seconds });
  }
}

/** How the fit is made. The likelihood is maximised to the end unless something else is asked for. */
async function solverOptions({ loss, solver, seed }: FitFlags): Promise<Pick<FitOptions, "loss" | "seed" | "solver">> {
  const byAdaGrad = solver === "adagrad" || (loss !== undefined && loss !== "pl-partition");
  if (!byAdaGrad) {
    if (seed !== undefined) throw new UsageError("--seed belongs to --solver adagrad");
    return {};
  }
  if (solver === "lbfgs") throw new UsageError("--solver lbfgs maximises the likelihood; expected --loss pl-partition");
  return { solver: "adagrad", seed: seed ?? 0, ...(loss === undefined ? {} : { loss: await lossByName(loss) }) };
}

/** What is wrong where no finite utilities exist, with the names of the items. */
function problemOf(neverBelow: Int32Array | undefined, names: readonly string[], problem: string): string {
  if (neverBelow === undefined || neverBelow.length === 0) return problem;
  const who = Array.from(neverBelow.subarray(0, 5), (item) => visibleText(names[item]));
  const more = neverBelow.length > who.length ? ` and ${neverBelow.length - who.length} more` : "";
  const verb = neverBelow.length === 1 ? "is" : "are";
  return `${who.join(", ")}${more} ${verb} never ranked below the others, so that no finite utilities are the most likely; add a prior, such as --prior 0.1`;
}

function rankingTsv(items: readonly RankedItem[]): string {
  const lines = items.map(({ place, name, utility, standardError, interval }) =>
    [place, tsvField(name), utility, standardError ?? "", ...(interval ?? ["", ""])].join("\t"),
  );
  return `${["place\titem\tutility\tstandardError\tfrom\tto", ...lines].join("\n")}\n`;
}
