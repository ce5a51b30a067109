import { feedLines, type LineParser } from "../line-parser.ts";
import { readChunks } from "./read-chunks.ts";

/** Runs a line parser over a text file in UTF-8, plain or packed with gzip. The text is never in memory as a whole. */
export async function readLines<T>(path: string, parser: LineParser<T>): Promise<T> {
  const feed = feedLines(parser);
  const decoder = new TextDecoder();
  for await (const chunk of readChunks(path)) feed.push(decoder.decode(chunk, { stream: true }));
  feed.push(decoder.decode());
  return feed.finish();
}
