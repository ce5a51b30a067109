import { UsageError } from "../errors/usage-error.ts";
import { shownPath, storedPath } from "../files/stored-input.ts";
import { readingOptions, type SourceFlags } from "../options/source-options.ts";

const graded: readonly string[] = ["ratings", "places", "clicks", "impressions"];

/** Whether a file contains ratings, places, clicks or impressions, by its content; false for multi-label data. Throws for any other data. */
export async function holdsRatings(path: string, flags: SourceFlags): Promise<boolean> {
  const { DatasetError, detectFormat } = await import("@tierwise/data");
  const format = await detectFormat(await storedPath(path), {
    ...readingOptions(flags),
    file: shownPath(path),
  }).catch((error: unknown) => {
    // For a table without a header, the reader of ratings decides.
    if (error instanceof DatasetError && error.option === "columns" && error.line === 1) return "ratings" as const;
    throw error;
  });
  if (graded.includes(format)) return true;
  if (format === "xml") return false;
  throw new UsageError(
    `${shownPath(path)} contains ${format}, which have no features and no users to train on; expected ratings, clicks, impressions or multi-label data.\n\`tierwise fit\` ranks the items of such a file.`,
  );
}
