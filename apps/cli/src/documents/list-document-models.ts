import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { age } from "../terminal/ago.ts";
import { byteSize, count } from "../terminal/numbers.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import { checkpointName, documentsFile, hasCheckpoint } from "./document-files.ts";
import { holdsDocumentModel } from "./holds-documents.ts";
import { heldValue } from "./train-best.ts";

/** A directory that contains a document model, an unfinished training run, or both. */
export interface DocumentListing {
  readonly path: string;
  readonly state: "damaged" | "finished" | "training";
  readonly bytes: number;
  readonly written: string;
  /** Why the model cannot be read, if it is damaged. */
  readonly reason?: string;
  readonly scorer?: string;
  readonly loss?: string;
  readonly features?: number;
  /** The number of trees in the model, or of epochs for which it was trained. */
  readonly steps?: number;
  /** The value of the criterion on the validation lists. */
  readonly validation?: number;
}

/** The document models in a directory and its subdirectories, or the model in the directory itself. */
export async function listDocumentModels(directory: string): Promise<DocumentListing[]> {
  const held = (path: string): boolean => holdsDocumentModel(path) || hasCheckpoint(path);
  if (!statSync(directory).isDirectory()) return [];
  if (held(directory)) return [await listingOf(directory)];
  const paths = readdirSync(directory)
    .sort()
    .map((name) => join(directory, name));
  return Promise.all(paths.filter(held).map(listingOf));
}

async function listingOf(path: string): Promise<DocumentListing> {
  const name = holdsDocumentModel(path) ? documentsFile : checkpointName(0);
  const { size: bytes, mtime } = statSync(join(path, name));
  const file = { path, bytes, written: mtime.toISOString() };
  if (name !== documentsFile) return { ...file, state: "training" };
  const { loadDocumentModel } = await import("@tierwise/documents");
  try {
    const model = await loadDocumentModel(path);
    const validation = heldValue(model);
    return {
      ...file,
      state: "finished",
      scorer: model.scorer.kind,
      ...(model.loss && { loss: model.loss.name }),
      features: model.featureCount,
      steps: model.bestStep,
      ...(validation !== undefined && { validation }),
    };
  } catch (error) {
    return { ...file, state: "damaged", reason: (error as Error).message };
  }
}

/** The models as a table, and below it the reasons why some cannot be read. */
export function documentModelsTable(listings: readonly DocumentListing[], colors: Colors): string {
  const right = "right" as const;
  const table = renderTable(
    {
      head: ["model", "state", "scorer", "loss", "features", "steps", "validation", "size", "age"],
      rows: listings.map(({ path, state, scorer, loss, features, steps, validation, bytes, written }) => [
        path,
        state,
        scorer ?? "",
        loss ?? "",
        features === undefined ? "" : count(features),
        steps === undefined ? "" : count(steps),
        validation === undefined ? "" : validation.toFixed(4),
        byteSize(bytes),
        age(new Date(written)),
      ]),
      align: ["left", "left", "left", "left", right, right, right, right, right],
    },
    colors,
  );
  const damaged = listings.flatMap(({ reason }) => reason ?? []);
  return [table, ...(damaged.length > 0 ? ["", ...damaged] : [])].join("\n");
}
