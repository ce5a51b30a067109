import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "@tierwise/data/files";
import type { DocumentModel } from "../model/document-model.ts";
import { plainArrays } from "../model/plain-arrays.ts";
import { documents } from "../network/documents-scorer.ts";
import { type NetworkModel, networkModel } from "../network/network-model.ts";
import { boostedTrees } from "../trees/boosted-trees.ts";
import { checkedTree } from "../trees/check-tree.ts";
import { type TreesModel, treesModel } from "../trees/trees-model.ts";

const fileName = "documents.json";
const format = "tierwise-documents";
const version = 1;

/**
 * Writes a model to a directory, as one JSON file that is replaced atomically.
 *
 * @param model - A model from {@link trainDocuments}.
 * @param directory - The directory, which is created if it does not exist.
 */
export async function saveDocumentModel(model: NetworkModel | TreesModel, directory: string): Promise<void> {
  const { scores: _, rank: __, ...content } = model;
  await writeFileAtomic(join(directory, fileName), `${JSON.stringify({ format, version, ...content }, plainArrays)}\n`);
}

/**
 * Reads a model from its directory.
 *
 * @param directory - The directory.
 * @throws Error with the path of the file if it is missing, damaged or of a later version.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { boostedTrees, loadDocumentModel, parseDocuments, saveDocumentModel, trainDocuments } from "@tierwise/documents";
 *
 * const lists = parseDocuments("1 qid:1 1:5\n0 qid:1 1:2\n1 qid:2 1:4\n0 qid:2 1:1\n");
 * const scorer = boostedTrees({ trees: 3, minDocuments: 1 });
 * const model = await trainDocuments(lists, { scorer, validation: 0, threads: 1 });
 *
 * const directory = mkdtempSync(join(tmpdir(), "tierwise-"));
 * await saveDocumentModel(model, directory);
 * const loaded = await loadDocumentModel(directory);
 * console.log(loaded.rank(lists).documents.join(" "), loaded.bestStep); // 0 1 0 1 3
 * ```
 */
export async function loadDocumentModel(directory: string): Promise<NetworkModel | TreesModel> {
  const path = join(directory, fileName);
  let stored: StoredModel;
  try {
    stored = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (stored?.format !== format) throw new Error(`${path} is not a document model`);
  if (stored.version !== version) {
    throw new Error(`${path} has version ${stored.version}; expected ${version}; use a later version of Tierwise`);
  }
  try {
    return restore(stored);
  } catch (error) {
    throw new Error(`${path} is damaged: ${(error as Error).message}`, { cause: error });
  }
}

interface StoredModel extends Omit<DocumentModel, "rank" | "scores" | "scorer"> {
  readonly format: string;
  readonly version: number;
  readonly scorer: { readonly kind: string; readonly options: object };
  readonly trees?: readonly { readonly [name: string]: unknown }[];
  readonly normalization?: { readonly log?: unknown; readonly means?: unknown; readonly scales?: unknown };
  readonly weights?: unknown;
}

function restore(stored: StoredModel): NetworkModel | TreesModel {
  const { scorer, trees, featureCount, featureNames, loss, history, bestStep } = stored;
  const shared = { featureCount, ...(featureNames && { featureNames }), ...(loss && { loss }), history, bestStep };
  if (!Number.isInteger(featureCount) || !Array.isArray(history))
    throw new Error("featureCount is not an integer or history is not an array");
  if (scorer?.kind === "network") {
    const numbers = (name: string, value: unknown, length?: number): number[] => {
      if (!Array.isArray(value) || !value.every(Number.isFinite)) throw new Error(`${name} is not an array of numbers`);
      if (length === undefined || value.length === length) return value;
      throw new Error(`${name}.length is ${value.length}; expected ${length}`);
    };
    const { log, means, scales } = stored.normalization ?? {};
    const normalization = {
      log: Uint8Array.from(numbers("normalization.log", log, featureCount)),
      means: Float64Array.from(numbers("normalization.means", means, featureCount)),
      scales: Float64Array.from(numbers("normalization.scales", scales, featureCount)),
    };
    const weights = Float32Array.from(numbers("weights", stored.weights));
    return networkModel({ ...shared, scorer: documents(scorer.options), normalization, weights });
  }
  if (scorer?.kind !== "trees") {
    throw new Error(`scorer.kind is ${JSON.stringify(scorer?.kind)}; expected "trees" or "network"`);
  }
  if (!Array.isArray(trees)) throw new Error("trees is not an array");
  const checked = trees.map((tree, t) => checkedTree(tree, featureCount, `trees[${t}]`));
  return treesModel({ ...shared, scorer: boostedTrees(scorer.options), trees: checked });
}
