import { join } from "node:path";
import { parseXmlDataset, type XmlDataset } from "../src/index.ts";

/** The path of a fixture. */
export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", name);
}

/** The UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Parses the data set in a text. */
export function datasetOf(text: string): XmlDataset {
  return parseXmlDataset(bytesOf(text), { file: "train.txt" });
}
