import type { XmlDataset } from "../xml-dataset.ts";
import { createTextBuffer } from "./text-buffer.ts";
import { writeFixed, writeShortest } from "./write-value.ts";

export interface XmlRow {
  readonly labels: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float32Array;
}

/** Options for {@link writeXmlDataset}. */
export interface XmlTextOptions {
  /**
   * Number of decimals for every value, 0 to 20; 6 writes `1.000000`, as in the files of the repository. Values are
   * rounded. Default: the fewest digits that read back as the same single-precision value.
   */
  readonly decimals?: number;
}

const CHUNK = 1 << 16;
const COLON = 58;
const COMMA = 44;
const LINE_FEED = 10;
const SPACE = 32;

/** Yields the text of a dataset in chunks of bytes. A row may be overwritten once the next one is requested. */
export function* formatXml(
  { numRows, numFeatures, numLabels }: Pick<XmlDataset, "numRows" | "numFeatures" | "numLabels">,
  rows: Iterable<XmlRow>,
  { decimals }: XmlTextOptions = {},
): Generator<Uint8Array> {
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 20)) {
    throw new RangeError(`decimals is ${decimals}; expected an integer from 0 to 20`);
  }
  const text = createTextBuffer();
  text.text(`${numRows} ${numFeatures} ${numLabels}\n`);
  for (const { labels, indices, values } of rows) {
    for (let k = 0; k < labels.length; k++) {
      if (k > 0) text.code(COMMA);
      text.integer(labels[k]);
    }
    for (let k = 0; k < indices.length; k++) {
      text.code(SPACE);
      text.integer(indices[k]);
      text.code(COLON);
      if (decimals === undefined) writeShortest(text, values[k]);
      else writeFixed(text, values[k], decimals);
    }
    text.code(LINE_FEED);
    if (text.length >= CHUNK) yield text.take();
  }
  yield text.take();
}
