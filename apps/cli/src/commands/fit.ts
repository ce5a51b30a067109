import { lossNames } from "@tierwise/losses/catalog";
import type { Command } from "commander";
import { addQueueOptions, createCommand, integer, number, oneOf, svgFile } from "../options/common-options.ts";
import { addBattleOptions, addRankingOptions } from "../options/ranking-options.ts";
import { addSourceOptions, layoutsHelp } from "../options/source-options.ts";
import { groupCount } from "../ranking/group-count.ts";
import type { RankFlags } from "../ranking/rank-files.ts";

export function fitCommand(): Command {
  const command = createCommand("fit", [
    "tierwise fit votes.toi",
    "tierwise fit ratings.csv --min-ratings 5 --prior 0.1 --top 20",
    "tierwise fit ratings.csv --names movies.csv --min-item-ratings 20 --prior 0.1",
    "tierwise fit battles.jsonl.gz --plot ranking.svg --out ranking.tsv",
    "tierwise fit battles.csv --scale elo --ties davidson --interval sandwich --report leaderboard.html",
    "tierwise fit battles.csv --interval bootstrap --queue redis://localhost:6379    # compute resamples on workers",
    "tierwise fit votes.toc --model-probabilities 5    # predict the first 5 places of a new ballot",
    "tierwise fit votes.toc --mixture 2    # find two groups of voters with different tastes",
    "tierwise fit export.csv --columns user=Reviewer,item=Product,rating=Stars",
  ])
    .argument(
      "<files...>",
      "battles, ratings, votes or other preferences, in files with the same layout; or - for standard input",
    )
    .option(
      "--prior <x>",
      "add a prior of this weight, such as 0.1, which keeps utilities finite (default: 0)",
      number(0),
    )
    .option(
      "--max-tier <m>",
      "omit the likelihood terms of tiers with more items than this (default: no limit)",
      integer(1),
    )
    .option("--loss <name>", `minimize this loss: ${lossNames.join(", ")} (default: pl-partition)`, oneOf(lossNames))
    .option(
      "--solver <name>",
      "minimize with this solver: lbfgs, or adagrad, which uses mini-batches as in the paper (default: lbfgs for pl-partition, otherwise adagrad)",
      oneOf(["lbfgs", "adagrad"]),
    )
    .option(
      "--seed <n>",
      "with --solver adagrad, --interval bootstrap or --mixture: make all random choices with this seed (default: 0)",
      integer(0),
    )
    .option(
      "--max-iterations <n>",
      "stop after this many iterations or, with --solver adagrad, epochs (default: 1000)",
      integer(1),
    )
    .option(
      "--mixture <groups>",
      "fit this many groups of voters with different tastes, or choose the number of groups, at most 4, by held-out likelihood (auto)",
      groupCount,
    )
    .option(
      "--model-probabilities <k>",
      "also show how likely each item is to take each of the first k places of a new ranking drawn from the model (default with --mixture: 3)",
      integer(1),
    )
    .option("--allow-unconverged", "show the ranking, without intervals, even if the fit did not converge")
    .option("--top <n>", "show this many items, or all if 0", integer(0), 30)
    .option(
      "--names <file>",
      "read item names from this file, which has two columns and a header such as movieId,title",
    )
    .option(
      "--min-item-ratings <n>",
      "leave items with fewer observations than this out of the ranking, but not out of the fit (default: 0)",
      integer(1),
    )
    .option("-o, --out <file>", "write the complete ranking as TSV")
    .option("--plot <file.svg>", "save a plot of the ranking with its intervals as SVG", svgFile)
    .option(
      "--report <file.html>",
      "write an HTML page with the ranking, its plot and, for battles, checks of the model",
    );
  return addQueueOptions(addSourceOptions(addBattleOptions(addRankingOptions(command))))
    .addHelpText("after", layoutsHelp)
    .action(runFit);
}

async function runFit(paths: string[], flags: RankFlags): Promise<void> {
  const { rankFiles } = await import("../ranking/rank-files.ts");
  await rankFiles(paths, flags);
}
