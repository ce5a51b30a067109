import { join } from "node:path";
import { parseXmlDataset, type XmlDataset } from "../src/index.ts";

export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", name);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function datasetOf(text: string): XmlDataset {
  return parseXmlDataset(bytesOf(text), { file: "train.txt" });
}
