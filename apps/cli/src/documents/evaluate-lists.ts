import type { Command } from "commander";
import type { MetricFlags } from "../metrics/evaluator-settings.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import {
  conventions,
  type DocumentFileFlags,
  documentFile,
  type GradedFlags,
  refuseOtherFlags,
} from "./document-options.ts";
import { gradedTable } from "./graded-table.ts";
import { importanceOfFeatures, importanceTable } from "./importance-table.ts";
import { readLists } from "./read-lists.ts";

/** The flags of `evaluate` for lists of documents. */
export interface EvaluateListsFlags extends CommonOptions, Pick<MetricFlags, "k">, DocumentFileFlags, GradedFlags {
  readonly importance?: number;
}

/** `tierwise evaluate MODEL rank.test`, for a model of documents. */
export async function evaluateLists(
  directory: string,
  path: string,
  flags: EvaluateListsFlags,
  command: Command,
): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, ["k"]);
  const { evaluateDocuments, loadDocumentModel } = await import("@tierwise/documents");
  const model = await loadDocumentModel(directory);
  const lists = await readLists(path, session, { ...documentFile(flags), featureCount: model.featureCount });
  const evaluator = evaluateDocuments(model, lists, { ks: flags.k, ...conventions(flags, lists.grades) });
  const metrics = evaluator.result();
  const perList = evaluator.lists();
  const skipped = perList.map.filter(Number.isNaN).length;
  const conventionWords = `gain ${flags.gain ?? "exponential"}, equal scores by ${flags.ties ?? "index"}`;
  const empty = skipped > 0 ? `; ${skipped} lists without a relevant document are skipped` : "";
  session.note(`Conventions: ${conventionWords}${empty}.`);
  session.print(gradedTable(metrics, flags.k, session.colors));
  const importance = flags.importance === undefined ? undefined : await importanceOfFeatures(model, lists);
  if (importance !== undefined)
    session.print(`\n${importanceTable(importance, flags.importance ?? 0, session.colors)}`);
  session.result({ ...metrics, ...(importance && { importance }), lists: { names: lists.listNames, ...perList } });
}
