import { existsSync } from "node:fs";
import { readChunks } from "@tierwise/data/files";
import { type MemoryOptions, maxBytesOf } from "@tierwise/data/reading";
import { storeCache } from "./cache/cache-file.ts";
import { createFingerprint, type FingerprintTaker, fileState } from "./cache/cache-source.ts";
import { loadCache } from "./cache/load-cache.ts";
import type { XmlDataset } from "./xml-dataset.ts";
import { parseXmlStream, type XmlSource } from "./xml-format/parse-xml-dataset.ts";

/** Options of {@link readXmlDataset}. */
export interface ReadXmlOptions extends MemoryOptions {
  /**
   * Whether to keep a binary copy beside the file, named `….tierwise-cache`, and to load it instead while the text is byte by
   * byte what it was: by the file system's own record of changes, else by its SHA-256. Default: `true`. A folder that cannot be
   * written just has none.
   */
  readonly cache?: boolean;
  /** Takes the warning that a cache was damaged and is built again. Default: `process.emitWarning`. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Reads a data set of the extreme classification repository, plain or packed with gzip.
 *
 * Two formats, indices from 0 in both, the counts of the header authoritative:
 *
 * - one file: header `rows features labels`, then a line `label,label feature:value feature:value` a row;
 * - a pair, `trn_X_Xf.txt` and `trn_X_Y.txt`: header `rows columns`, then a line `column:value column:value` a row. Name
 *   either of the two, or give both as `{ features, labels }`, or a label file alone as `{ labels }`.
 *
 * A row without labels starts with a space; rows without features, empty rows, CRLF, tabs, trailing spaces and empty lines
 * at the end are all read. Memory: at most twice the resulting arrays plus buffers of a fixed size.
 *
 * @param source - The path of a file, or the paths of a pair.
 * @param options - Cache, warnings, and the memory that may be used.
 * @returns Both matrices. A DatasetError, with file and line, where anything is wrong: counts that do not match the header,
 * an index out of range or repeated, a value that is no finite number, a file that ends early, more than `maxBytes` in memory.
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
  const maxBytes = maxBytesOf(options);
  const files = typeof source === "string" ? completePair(source) : source;
  const paths = pathsOf(files);
  // Before a byte is read, so that a change from here on is seen. A pipe, which can be read only once, has no state.
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
 * The pair that a file of the newer sets belongs to, by its name: `trn_X_Xf.txt` has its labels in `trn_X_Y.txt` beside
 * it and the other way round; a label file without features stands alone. Any other path is a file of its own.
 */
function completePair(path: string): XmlSource<string> {
  const name = /^(.*_X_)(?:Xf|Y)(\.txt(?:\.gz)?)$/s.exec(path);
  if (name === null) return path;
  const [, stem, ending] = name;
  const features = `${stem}Xf${ending}`;
  const labels = `${stem}Y${ending}`;
  return path === labels && !existsSync(features) ? { labels } : { features, labels };
}

/** The files of a source, the one with the features first. */
function pathsOf(source: XmlSource<string>): string[] {
  if (typeof source === "string") return [source];
  return source.features === undefined ? [source.labels] : [source.features, source.labels];
}
