import { existsSync } from "node:fs";
import type { XmlSource } from "../xml-format/parse-xml-dataset.ts";

/**
 * The pair that a file of the newer sets belongs to, by its name: `trn_X_Xf.txt` has its labels in `trn_X_Y.txt` beside
 * it and the other way round; a label file without features stands alone. Any other path is a file of its own.
 */
export function completePair(path: string): XmlSource<string> {
  const name = /^(.*_X_)(?:Xf|Y)(\.txt(?:\.gz)?)$/s.exec(path);
  if (name === null) return path;
  const [, stem, ending] = name;
  const features = `${stem}Xf${ending}`;
  const labels = `${stem}Y${ending}`;
  return path === labels && !existsSync(features) ? { labels } : { features, labels };
}

/** The files of a source, the one with the features first. */
export function pathsOf(source: XmlSource<string>): string[] {
  if (typeof source === "string") return [source];
  return source.features === undefined ? [source.labels] : [source.features, source.labels];
}
