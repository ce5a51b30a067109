import type { Command } from "commander";
import type { MetricFlags } from "../metrics/evaluator-settings.ts";
import { counted } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import {
  conventions,
  type DocumentFileFlags,
  featuresOf,
  type GradedFlags,
  refuseOtherFlags,
} from "./document-options.ts";
import { gradedTable } from "./graded-table.ts";
import { importanceOfFeatures, importanceTable } from "./importance-table.ts";
import { readLists } from "./read-lists.ts";

export interface EvaluateListsFlags extends CommonOptions, Pick<MetricFlags, "k">, DocumentFileFlags, GradedFlags {
  readonly importance?: number;
  readonly report?: string;
}

/** Runs `tierwise evaluate` for a document model on lists. */
export async function evaluateLists(
  directory: string,
  path: string,
  flags: EvaluateListsFlags,
  command: Command,
): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, ["k", "report"]);
  const { evaluateDocuments, loadDocumentModel } = await import("@tierwise/documents");
  const model = await loadDocumentModel(directory);
  const lists = await readLists(path, session, featuresOf(model, flags));
  const evaluator = evaluateDocuments(model, lists, { ks: flags.k, ...conventions(flags, lists.grades) });
  const metrics = evaluator.result();
  const perList = evaluator.lists();
  const skipped = perList.map.filter(Number.isNaN).length;
  const conventionWords = `gain ${flags.gain ?? "exponential"}, equal scores by ${flags.ties ?? "index"}`;
  const empty =
    skipped > 0
      ? `; ${counted(skipped, "list")} without a relevant document ${skipped === 1 ? "is" : "are"} skipped`
      : "";
  session.note(`Conventions: ${conventionWords}${empty}.`);
  session.print(gradedTable(metrics, flags.k, session.colors));
  const isUsed = flags.importance !== undefined || flags.report !== undefined;
  const importance = isUsed ? await importanceOfFeatures(model, lists) : undefined;
  if (importance !== undefined && flags.importance !== undefined)
    session.print(`\n${importanceTable(importance, flags.importance, session.colors)}`);
  if (importance !== undefined && flags.report !== undefined) {
    const { writeListsReport } = await import("./lists-report.ts");
    await writeListsReport(flags.report, {
      title: `Evaluation of ${directory}, which ranks documents using ${counted(model.featureCount, "feature")}`,
      lead: `Measured on ${path}: ${counted(lists.offsets.length - 1, "list")}, ${counted(lists.grades.length, "document")}.`,
      ...{ session, model, ks: flags.k },
      measured: { path, lists, metrics, ndcg: perList.ndcg, importance },
    });
    session.note(`The report is in ${flags.report}.`);
  }
  session.result({ ...metrics, ...(importance && { importance }), lists: { names: lists.listNames, ...perList } });
}
