import type { DocumentLists } from "@tierwise/documents";
import type { LossName } from "@tierwise/losses/catalog";
import { lossCatalog, lossNames } from "@tierwise/losses/catalog";
import type { GradedListMetrics, PairedTest } from "@tierwise/metrics";
import type { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import type { MetricFlags } from "../metrics/evaluator-settings.ts";
import { percent } from "../metrics/metrics-table.ts";
import type { StudyFlags } from "../options/study-options.ts";
import { validationSource } from "../options/training-options.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import {
  conventions,
  type DocumentFileFlags,
  documentFile,
  featuresOf,
  type GradedFlags,
  refuseOtherFlags,
  type ScorerFlags,
  type ScorerName,
} from "./document-options.ts";
import { readLists } from "./read-lists.ts";
import { scorerOf } from "./scorer-of.ts";
import { trainBest } from "./train-best.ts";
import { trainingFlags } from "./train-lists.ts";

export interface CompareListsFlags
  extends CommonOptions,
    StudyFlags,
    Pick<MetricFlags, "k">,
    DocumentFileFlags,
    GradedFlags,
    ScorerFlags {
  readonly methods: readonly string[];
  readonly scorers?: readonly ScorerName[];
}

/** A contender in the comparison: a scorer trained with a loss, and its results. */
interface Contender {
  readonly scorer: ScorerName;
  readonly loss: LossName;
  /** The mean nDCG@k over seeds and lists. */
  readonly ndcg: { readonly [k: number]: number };
  /** nDCG@k of each list, averaged over the seeds. */
  readonly lists: { readonly [k: number]: Float64Array };
  /** The mean difference from the first contender, paired by list. */
  readonly difference?: { readonly [k: number]: PairedTest };
}

/** Runs `tierwise compare` on lists of documents. */
export async function compareLists(path: string, flags: CompareListsFlags, command: Command): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, [...trainingFlags, "methods", "seeds"]);
  const losses = checkedLosses(flags.methods, command.getOptionValueSource("methods") === "cli");
  const { scorers = [flags.scorer ?? "trees"], seeds = [flags.seed] } = flags;
  const all = await readLists(path, session, documentFile(flags));
  const { train, test } = await trainAndTest(all, flags, session);
  const contenders: Contender[] = [];
  for (const scorer of scorers) {
    for (const loss of losses) {
      const lists = await meanLists(session, { train, test, scorer, loss, seeds }, flags);
      contenders.push({ scorer, loss, lists, ...(await summary(lists, contenders[0]?.lists, flags.k)) });
      session.note(`${scorer}, ${lossCatalog[loss].title}: done`);
    }
  }
  session.print(comparisonTable(contenders, flags.k, session));
  session.result({ data: path, seeds, contenders });
}

function checkedLosses(methods: readonly string[], typed: boolean): readonly LossName[] {
  if (!typed) return lossNames;
  const other = methods.find((method) => !(lossNames as readonly string[]).includes(method));
  if (other === undefined) return methods as readonly LossName[];
  throw new UsageError(`--methods ${other} does not apply to lists of documents; expected ${lossNames.join(", ")}`);
}

async function trainAndTest(all: DocumentLists, flags: CompareListsFlags, session: Session) {
  if (typeof flags.test === "string") {
    return { train: all, test: await readLists(flags.test, session, featuresOf(all, flags)) };
  }
  const { splitLists } = await import("@tierwise/documents");
  const { train, validation: test } = splitLists(all, { validation: flags.test, seed: 0 });
  return { train, test };
}

interface Entry {
  readonly train: DocumentLists;
  readonly test: DocumentLists;
  readonly scorer: ScorerName;
  readonly loss: LossName;
  readonly seeds: readonly number[];
}

/** nDCG@k of each test list, averaged over the seeds. Each seed holds out its own validation lists. */
async function meanLists(session: Session, entry: Entry, flags: CompareListsFlags): Promise<GradedListMetrics["ndcg"]> {
  const { evaluateDocuments } = await import("@tierwise/documents");
  const { train, test, scorer, loss, seeds } = entry;
  const validation = validationSource(flags) ?? 0.2;
  if (typeof validation === "string")
    throw new UsageError(
      `--validation is ${validation}; with lists of documents, expected a share of the lists, not a file`,
    );
  const { learningRates = [undefined], criterion, patience, threads } = flags;
  const scorers = await Promise.all(learningRates.map((rate) => scorerOf(scorer, flags, rate)));
  const sums: { [k: number]: Float64Array } = {};
  for (const seed of seeds) {
    const quiet = { ...session, note: () => {} };
    const training = { lists: train, validation, scorers, loss: { name: loss }, criterion, patience, seed, threads };
    const model = await trainBest(quiet, training);
    const { ndcg } = evaluateDocuments(model, test, { ks: flags.k, ...conventions(flags, test.grades) }).lists();
    for (const k of flags.k) {
      sums[k] ??= new Float64Array(ndcg[k].length);
      for (const [l, value] of ndcg[k].entries()) sums[k][l] += value / seeds.length;
    }
  }
  return sums;
}

/** The means over lists, and the differences from the first contender. */
async function summary(
  lists: GradedListMetrics["ndcg"],
  first: GradedListMetrics["ndcg"] | undefined,
  ks: readonly number[],
) {
  const { pairedTest } = await import("@tierwise/metrics");
  const zeros = (k: number): Float64Array => new Float64Array(lists[k].length);
  const atKs = <T>(of: (k: number) => T): { [k: number]: T } => Object.fromEntries(ks.map((k) => [k, of(k)]));
  return {
    ndcg: atKs((k) => pairedTest(lists[k], zeros(k)).difference),
    ...(first && { difference: atKs((k) => pairedTest(lists[k], first[k])) }),
  };
}

/** nDCG@k in percent, and the difference from the first row at the largest k with its 95% interval. */
function comparisonTable(contenders: readonly Contender[], ks: readonly number[], { colors }: Session): string {
  const k = Math.max(...ks);
  return renderTable(
    {
      head: ["scorer", "loss", ...ks.map((each) => `nDCG@${each}`), `difference@${k}`, "95 % interval"],
      rows: contenders.map(({ scorer, loss, ndcg, difference }) => {
        const test = difference?.[k];
        const interval = test === undefined ? "" : test.interval.map(percent).join(" … ");
        return [
          scorer,
          lossCatalog[loss].title,
          ...ks.map((each) => percent(ndcg[each])),
          test ? percent(test.difference) : "",
          interval,
        ];
      }),
      align: ["left", "left", ...ks.map(() => "right" as const), "right", "right"],
    },
    colors,
  );
}
