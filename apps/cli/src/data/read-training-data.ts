import { DatasetError, detectFormat } from "@tierwise/data";
import { readChunks } from "@tierwise/data/files";
import { parseXmlStream, readXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { UsageError } from "../errors/usage-error.ts";
import { shownPath, storedPath } from "../files/standard-streams.ts";
import { readingOptions, type SourceFlags } from "../options/source-options.ts";
import { counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** Reads multi-label data from a file, or from standard input if the path is `-`. */
export async function readTrainingData(path: string, session: Session, { cache = true } = {}): Promise<XmlDataset> {
  try {
    if (path === "-") {
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

/** A hint about the expected file or a suitable command, for a file whose name suggests a different format. */
function guess(path: string): { hint?: string } {
  if (/\.(csv|tsv|dat)(\.gz)?$/i.test(path)) {
    return {
      hint: "Expected multi-label data, or ratings with the columns user, item and rating.",
    };
  }
  if (/\.(soc|soi|toc|toi|jsonl|ndjson)(\.gz)?$/i.test(path)) {
    return { hint: "Votes and tiers have no features to train on; `tierwise fit` ranks them." };
  }
  return {};
}

/** One line with the sizes of a dataset. */
export function sizesOf(path: string, { numRows, numFeatures, numLabels }: XmlDataset): string {
  const sizes = [counted(numRows, "row"), counted(numFeatures, "feature"), counted(numLabels, "label")];
  return `${shownPath(path)}: ${sizes.join(", ")}`;
}

const graded: readonly string[] = ["ratings", "places", "clicks", "impressions"];

/** Whether a file contains ratings, places, clicks or impressions; false for multi-label data. Throws for any other data. */
export async function holdsRatings(path: string, flags: SourceFlags): Promise<boolean> {
  const format = await detectFormat(await storedPath(path), {
    ...readingOptions(flags),
    file: shownPath(path),
  }).catch((error: unknown) => {
    // This error is about a table without a header, which the reader of ratings can handle.
    if (error instanceof DatasetError && error.option === "columns" && error.line === 1) return "ratings" as const;
    throw error;
  });
  if (graded.includes(format)) return true;
  if (format === "xml") return false;
  throw new UsageError(
    `${shownPath(path)} has the format ${format}, without features or users to train on; expected ratings, clicks, impressions or multi-label data.\n\`tierwise fit\` ranks the items in such a file.`,
  );
}
