import { writeFileAtomic } from "@tierwise/data/files";
import { encodeTsvField, printableJson } from "@tierwise/data/printable-text";
import type { DocumentLists, DocumentRankings } from "@tierwise/documents";
import type { Command } from "commander";
import { writeStandardOutput } from "../files/standard-streams.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { type DocumentFileFlags, featuresOf, refuseOtherFlags } from "./document-options.ts";
import { readLists } from "./read-lists.ts";

export interface PredictListsFlags extends CommonOptions, DocumentFileFlags {
  readonly k: number;
  readonly format: "jsonl" | "trec" | "tsv";
  readonly out?: string;
}

/** Runs `tierwise predict` for a document model. */
export async function predictLists(
  directory: string,
  path: string,
  flags: PredictListsFlags,
  command: Command,
): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(path, command, ["k", "format", "out"]);
  const { loadDocumentModel } = await import("@tierwise/documents");
  const model = await loadDocumentModel(directory);
  const lists = await readLists(path, session, { ...featuresOf(model, flags), unrated: true });
  const rankings = model.rank(lists, { k: flags.k });
  const lines = predictionLines(lists, rankings, flags.json ? "jsonl" : flags.format);
  await (flags.out === undefined ? writeStandardOutput(lines) : writeFileAtomic(flags.out, lines));
}

/** The lines of a prediction; a TREC run file has the columns query, Q0, document, rank, score, run. */
async function* predictionLines(
  { listNames, documentNames, offsets }: DocumentLists,
  { offsets: ends, documents, scores }: DocumentRankings,
  format: "jsonl" | "trec" | "tsv",
): AsyncGenerator<string> {
  if (format === "tsv") yield "list\tplace\tdocument\tscore\n";
  for (let l = 0; l + 1 < ends.length; l++) {
    const list = listNames?.[l] ?? `${l + 1}`;
    const places = Array.from({ length: ends[l + 1] - ends[l] }, (_, place) => {
      const i = ends[l] + place;
      return {
        place: place + 1,
        document: documentNames?.[offsets[l] + documents[i]] ?? `${documents[i] + 1}`,
        score: scores[i],
      };
    });
    if (format === "jsonl") {
      const row = { list, documents: places.map(({ document }) => document), scores: places.map(({ score }) => score) };
      yield `${printableJson(JSON.stringify(row))}\n`;
      continue;
    }
    const line = format === "tsv" ? tsvLine : trecLine;
    yield places.map(({ place, document, score }) => line(list, place, document, score)).join("");
  }
}

function tsvLine(list: string, place: number, document: string, score: number): string {
  return `${[encodeTsvField(list), place, encodeTsvField(document), score].join("\t")}\n`;
}

function trecLine(list: string, place: number, document: string, score: number): string {
  return `${[trecField(list), "Q0", trecField(document), place, score, "tierwise"].join(" ")}\n`;
}

/** A field of a TREC run file, in which fields are separated by whitespace. */
function trecField(text: string): string {
  return text.replace(/\s+/g, "_");
}
