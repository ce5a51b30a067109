import { existsSync } from "node:fs";
import { readChunks } from "@tierwise/data/files";
import { type MemoryOptions, resolveMaxBytes } from "@tierwise/data/reading";
import { storeCache } from "./cache/cache-file.ts";
import { createFingerprint, type FingerprintTaker, fileState } from "./cache/cache-source.ts";
import { loadCache } from "./cache/load-cache.ts";
import type { XmlDataset } from "./xml-dataset.ts";
import { parseXmlStream, type XmlSource } from "./xml-format/parse-xml-dataset.ts";

/** Options for {@link readXmlDataset}. */
export interface ReadXmlOptions extends MemoryOptions {
  /**
   * Whether to cache the parsed data in a binary file next to the text, named `….tierwise-cache`. Later reads load the cache unless the
   * text has changed, which is decided by its file times or, if these are inconclusive, by its SHA-256. No cache is written to folders
   * without write permission. Default: `true`.
   */
  readonly cache?: boolean;
  /** Called with a warning when a damaged cache is rebuilt. Default: `process.emitWarning`. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Reads a dataset from the extreme classification repository, plain or gzipped.
 *
 * There are two formats. In both, indices start at 0 and the counts in the header are authoritative:
 *
 * - one file: header `rows features labels`, then one line `label,label feature:value feature:value` per row;
 * - a pair, `trn_X_Xf.txt` and `trn_X_Y.txt`: header `rows columns`, then one line `column:value column:value` per row. Pass the path of
 *   either file, both paths as `{ features, labels }`, or a label file alone as `{ labels }`.
 *
 * A row without labels starts with a space. Rows without features, empty rows, CRLF, tabs, trailing spaces and empty lines
 * at the end are all accepted. Needs at most twice the memory of the resulting arrays, plus buffers of a fixed size.
 *
 * @param source - The path of a file, or the paths of a pair.
 * @param options - Cache, warnings, and the memory limit.
 * @throws DatasetError, with file and line, if counts do not match the header, an index is out of range or repeated, a value is not a
 * finite number, the file is truncated, or the contents need more than `maxBytes` of memory.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { rowIndices } from "@tierwise/data";
 * import { readXmlDataset } from "@tierwise/datasets-xml";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "train.txt");
 * writeFileSync(path, "2 3 4\r\n0,3 1:0.5 2:1 \r\n 0:2\r\n");
 * const { labels, numFeatures } = await readXmlDataset(path);
 * console.log(numFeatures, rowIndices(labels, 0), rowIndices(labels, 1)); // 3 Int32Array(2) [ 0, 3 ] Int32Array(0) []
 * ```
 *
 * Bhatia et al. (2016), The extreme classification repository: multi-label datasets and code.
 */
export async function readXmlDataset(source: XmlSource<string>, options: ReadXmlOptions = {}): Promise<XmlDataset> {
  const { cache = true, onWarning = (message) => process.emitWarning(message) } = options;
  const maxBytes = resolveMaxBytes(options);
  const files = typeof source === "string" ? completePair(source) : source;
  const paths = pathsOf(files);
  // The state is taken before any byte is read, so that a later change is noticed. A pipe, which can be read only once, has no state.
  const state = cache ? await fileState(paths) : undefined;
  if (state === undefined) return parseFiles(files, maxBytes);

  const cached = await loadCache({ paths, state, maxBytes, onWarning });
  if (cached !== undefined) {
    if (cached.knownAs !== undefined) await storeCache(paths[0], cached.knownAs, cached.dataset, onWarning);
    return cached.dataset;
  }
  const taker = createFingerprint();
  const dataset = await parseFiles(files, maxBytes, taker);
  const builtFrom = { fingerprint: taker.finish(paths), identity: state.identity };
  await storeCache(paths[0], builtFrom, dataset, onWarning);
  return dataset;
}

function parseFiles(files: XmlSource<string>, maxBytes: number, fingerprint?: FingerprintTaker): Promise<XmlDataset> {
  const chunks = (path: string): AsyncIterable<Uint8Array> => readChunks(path, fingerprint?.watch(path));
  if (typeof files === "string") return parseXmlStream(chunks(files), { file: files, maxBytes });
  const { features, labels } = files;
  const streams = { labels: chunks(labels), ...(features === undefined ? {} : { features: chunks(features) }) };
  return parseXmlStream(streams, { file: files, maxBytes });
}

/**
 * Finds the pair that a file belongs to by its name: the labels for `trn_X_Xf.txt` are in `trn_X_Y.txt` in the same folder. A label file
 * without a feature file is used alone. Any other path is a single file.
 */
function completePair(path: string): XmlSource<string> {
  const name = /^(.*_X_)(?:Xf|Y)(\.txt(?:\.gz)?)$/s.exec(path);
  if (name === null) return path;
  const [, stem, ending] = name;
  const features = `${stem}Xf${ending}`;
  const labels = `${stem}Y${ending}`;
  return path === labels && !existsSync(features) ? { labels } : { features, labels };
}

/** The files of a source, features first. */
function pathsOf(source: XmlSource<string>): string[] {
  if (typeof source === "string") return [source];
  return source.features === undefined ? [source.labels] : [source.features, source.labels];
}
