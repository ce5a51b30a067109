import type { XmlDataset } from "@tierwise/datasets-xml";
import { shownPath, storedPath } from "../files/stored-input.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** Reads multi-label data from a file, or from standard input if the path is `-`. */
export async function readTrainingData(path: string, session: Session, { cache = true } = {}): Promise<XmlDataset> {
  const { DatasetError } = await import("@tierwise/data");
  const { parseXmlStream, readXmlDataset } = await import("@tierwise/datasets-xml");
  try {
    if (path === "-") {
      const { readChunks } = await import("@tierwise/data/files");
      return await parseXmlStream(readChunks(await storedPath(path)), { file: shownPath(path), ...session.memory });
    }
    return await readXmlDataset(path, { cache, onWarning: session.note, ...session.memory });
  } catch (error) {
    const { hint } = guess(path);
    if (error instanceof DatasetError && error.line === 1 && hint !== undefined) {
      throw new Error(`${error.message}\n${hint}`, { cause: error });
    }
    throw error;
  }
}

/** A hint for a file whose name belongs to another format. */
function guess(path: string): { hint?: string } {
  if (/\.(csv|tsv|dat)(\.gz)?$/i.test(path)) {
    return {
      hint: "Expected multi-label data, or ratings in the columns user, item and rating.",
    };
  }
  if (/\.(soc|soi|toc|toi|jsonl|ndjson)(\.gz)?$/i.test(path)) {
    return { hint: "Votes and tiers have no features to train on; `tierwise fit` ranks them." };
  }
  return {};
}

/** One line with the sizes of a data set. */
export function sizesOf(path: string, { numRows, numFeatures, numLabels }: XmlDataset): string {
  const sizes = [`${count(numRows)} rows`, `${count(numFeatures)} features`, `${count(numLabels)} labels`];
  return `${shownPath(path)}: ${sizes.join(", ")}`;
}
