import type { ComparisonCell, ComparisonResult, DataReference, MethodSummary, StudyData } from "@tierwise/studies";
import {
  defaultMethods,
  type MethodName,
  methodCatalog,
  methodNames,
  type SleecPreset,
  sleecPresetNames,
} from "@tierwise/studies/methods";
import { type Command, Option } from "commander";
import { readFolds } from "../data/read-folds.ts";
import { readRatedSplits } from "../data/read-rated-splits.ts";
import { readTrainAndTest } from "../data/read-train-and-test.ts";
import { holdsRatings } from "../data/read-training-data.ts";
import type { CompareListsFlags } from "../documents/compare-lists.ts";
import {
  addDocumentFileOptions,
  addGradedOptions,
  addScorerOptions,
  addScorersOption,
  refuseDocumentFlags,
} from "../documents/document-options.ts";
import { holdsDocuments } from "../documents/holds-documents.ts";
import { UsageError } from "../errors/usage-error.ts";
import { printRowComparison } from "../metrics/bootstrap-table.ts";
import { differencesText, errorsText, validationText } from "../metrics/error-tables.ts";
import { addMetricOptions, type MetricFlags } from "../metrics/evaluator-settings.ts";
import { widen } from "../models/train-model.ts";
import { type AutoFlags, withPreset } from "../options/auto-options.ts";
import { addQueueOptions, createCommand, integer, list, oneOf, type QueueFlags } from "../options/common-options.ts";
import { queueExecutor } from "../options/queue-executor.ts";
import {
  addRecommenderOptions,
  addSeenOption,
  type RecommenderFlags,
  refuseRatingsFlags,
  type SeenFlags,
} from "../options/recommender-options.ts";
import { addStudyOptions, type StudyFlags, trainingPlan } from "../options/study-options.ts";
import { addTrainingOptions } from "../options/training-options.ts";
import { clock } from "../terminal/numbers.ts";
import { tablesText } from "../terminal/paper-tables.ts";
import { runCells } from "../terminal/run-cells.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { cellsProgress } from "../terminal/study-progress.ts";

interface CompareFlags
  extends CommonOptions,
    StudyFlags,
    AutoFlags,
    MetricFlags,
    RecommenderFlags,
    SeenFlags,
    QueueFlags {
  readonly methods: readonly MethodName[];
  readonly sleec: SleecPreset;
  readonly folds?: number;
  readonly markdown?: boolean;
  readonly report?: string;
}

export function compareCommand(): Command {
  const command = createCommand("compare", [
    "tierwise compare train.txt --test test.txt --preset paper --seeds 1,2,3,4,5",
    "tierwise compare train.txt --test test.txt --methods pl-partition,ranknet --report report.html",
    "tierwise compare train.txt --test test.txt --methods pl-partition,sleec,leml --k 1,3,5    # as in Table 2",
    "tierwise compare train.txt --test test.txt --glas 1    # add GLaS to every loss",
    "tierwise compare ratings.csv --methods pl-partition,leml,popularity --seeds 1,2,3    # split the ratings by user",
    "tierwise compare all.txt --folds 5 --methods pl-partition,logistic,neighbors    # cross-validate",
    "tierwise compare all.txt --epochs 10 --json",
    "tierwise compare rank.train --test rank.test --scorers trees,linear --seeds 1,2,3    # compare document models",
  ])
    .argument("<data>", "multi-label data, ratings, or lists of graded documents")
    .addOption(
      new Option("--methods <list>", `compare these methods: ${methodNames.join(", ")}`)
        .argParser(list(oneOf(methodNames)))
        .default(defaultMethods, "the first five"),
    )
    .option(
      "--sleec <preset>",
      `for SLEEC, use its authors' settings for this dataset: ${sleecPresetNames.join(", ")}`,
      oneOf(sleecPresetNames),
      "delicious",
    )
    .option("--folds <n>", "cross-validate with this many folds instead of holding out --test rows", integer(2))
    .option("--markdown", "print the tables as Markdown")
    .option(
      "--report <file.html>",
      "write an HTML page with tables, curves, results on frequent and rare labels, and timing",
    );
  addSeenOption(addTrainingOptions(addStudyOptions(command), { auto: true }));
  addMetricOptions(addRecommenderOptions(command, { testUsers: 0.2 }));
  addScorersOption(addScorerOptions(addGradedOptions(addDocumentFileOptions(command))));
  return addQueueOptions(command).action(runCompare);
}

async function runCompare(path: string, typed: CompareFlags & CompareListsFlags, command: Command): Promise<void> {
  if (await holdsDocuments(path, typed)) {
    const { compareLists } = await import("../documents/compare-lists.ts");
    return compareLists(path, typed, command);
  }
  refuseDocumentFlags(path, command);
  if (path === "-")
    throw new UsageError(
      "`compare` cannot read - (standard input), because it reads the data once per run; expected a file",
    );
  const rated = await holdsRatings(path, typed);
  const isTyped = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  const flags = withPreset(rated ? { ...ratingsDefaults, ...typed } : typed, { isTyped, rated });
  checkFolds(flags, isTyped, rated);
  const session = createSession(flags);
  await widen(session, flags);
  const { comparisonMarkdown, largestError, pairedDifferences, validationSummary } = await import("@tierwise/studies");
  const given = flags.seeds ?? [flags.seed];
  const data: ComparedRows = rated
    ? await readRatedSplits(path, given, flags, session, command)
    : await readRows(path, flags, session, command);
  const { seeds = given } = data;
  const seen = seenChoice(path, data.first, flags);
  const protocol = [data.protocol, ...(seen === "exclude" ? ["items already seen are not ranked"] : [])].join("; ");
  if (protocol !== "") session.note(protocol);
  const ks = [...new Set(flags.k)].sort((a, b) => a - b);
  if (flags.glas) session.note(`every loss is trained with GLaS (weight ${flags.glas})`);
  const methods = await compare(session, data, { flags, seeds, ks, seen });
  if (flags.markdown) session.print(comparisonMarkdown(methods, ks));
  else session.print(`\n${await tablesText(methods, ks, session)}`);
  for (const { title, runs } of methods) {
    const diverged = runs.filter(({ outcome }) => outcome === "diverged").map(({ seed }) => seed);
    if (diverged.length > 0)
      session.print(`\n${title} diverged with seed ${diverged.join(", ")}; use a smaller learning rate.`);
  }
  const error = largestError(methods, ks);
  if (error !== undefined) {
    const runs = flags.folds === undefined ? "seeds" : "folds";
    session.print(`\nMean of ${seeds.length} ${runs}; the largest standard error is ${error.toFixed(2)}.`);
  }
  if (!rated) await printRowComparison(session, methods, ks);
  const validation = rated ? validationSummary(methods, ks) : [];
  const differences = rated ? pairedDifferences(methods, ks) : [];
  if (rated) {
    const errors = errorsText(methods, ks, session.colors);
    if (errors !== undefined) session.print(`\nMeans and standard errors over the seeds\n\n${errors}`);
    if (differences.length > 0) {
      const table = differencesText(differences, ks, session.colors);
      session.print(`\n${methods[0].title} minus each other method, on the same users\n\n${table}`);
    }
    if (validation.length > 0) {
      session.print(`\nValidation users and test users\n\n${validationText(validation, session.colors)}`);
    }
  }
  session.result({
    data: path,
    ...(protocol && { protocol }),
    seeds,
    methods,
    ...(rated && { differences, validation }),
  });
  if (flags.report !== undefined) {
    const { writeComparisonReport } = await import("../report/comparison-report.ts");
    await writeComparisonReport(flags.report, { session, path, data: data.first, methods, ks, seeds });
    session.note(`The report is in ${flags.report}.`);
  }
}

function checkFolds({ folds }: CompareFlags, isTyped: (name: string) => boolean, rated: boolean): void {
  if (folds === undefined) return;
  if (rated)
    throw new UsageError("--folds does not apply to ratings, which are split by user; use --test-users and --seeds");
  for (const name of ["test", "seeds", "validation"]) {
    if (isTyped(name)) throw new UsageError(`--folds and --${name} cannot be combined; omit one of them`);
  }
}

/** The settings that are used for ratings unless flags override them. */
const ratingsDefaults = { normalize: true, criterion: "ndcg@10" } as const;

/** The training and test rows of a comparison, for each of its seeds. */
interface ComparedRows {
  /** The rows of the first seed. */
  readonly first: StudyData;
  readonly reference: DataReference | ((seed: number) => DataReference);
  readonly protocol?: string;
  /** The seed of each run, if the split determines the seeds, as in cross-validation. */
  readonly seeds?: readonly number[];
}

async function readRows(path: string, flags: CompareFlags, session: Session, command: Command): Promise<ComparedRows> {
  refuseRatingsFlags(path, command);
  if (flags.folds !== undefined) return readFolds(path, flags.folds, flags, session);
  const { reference, ...first } = await readTrainAndTest(path, flags, session);
  return { first, reference };
}

/** Whether the ranking for a row includes the items that its user has already seen. */
function seenChoice(path: string, { featureItems }: StudyData, { seen }: SeenFlags): "exclude" | "include" {
  if (seen === "exclude" && featureItems === undefined) {
    throw new UsageError(`--seen exclude requires ratings; the features of ${path} do not refer to items`);
  }
  return seen ?? (featureItems === undefined ? "include" : "exclude");
}

interface ComparePlan {
  readonly flags: CompareFlags;
  readonly seeds: readonly number[];
  readonly ks: readonly number[];
  readonly seen: "exclude" | "include";
}

/** Trains each method with each seed, unless the results file already contains the result. */
async function compare(
  session: Session,
  data: ComparedRows,
  { flags, seeds, ks, seen }: ComparePlan,
): Promise<readonly MethodSummary[]> {
  const { comparisonStudy } = await import("@tierwise/studies");
  const { methods, sleec, propensityA, propensityB, psndcg } = flags;
  const training = await trainingPlan(session, flags, data.first.train);
  const evaluation = { ks, propensityA, propensityB, psndcg, ...(seen === "exclude" ? { seen } : {}) };
  const cells = comparisonStudy.cells({ data: data.reference, methods, seeds, training, sleec, evaluation });
  const title = ({ method, seed }: ComparisonCell): string =>
    `${methodCatalog[method].column}${seeds.length > 1 ? `, seed ${seed}` : ""}`;
  const parallel = flags.queue === undefined ? 0 : cells.length;
  const plan = { lines: false, parallel, sayEngine: (training.options.engine ?? "kernels") !== "kernels" };
  const progress = cellsProgress(session, plan, title, (result: ComparisonResult) =>
    session.note(`${title(result).padEnd(8)} ${clock(result.seconds)}`),
  );
  const queue = await queueExecutor(flags, session);
  const words = "Stopping after this step.";
  const { summary } = await runCells(session, comparisonStudy, { cells, progress, words, queue, flags });
  return summary;
}
