import { createArrayBuilder } from "../array-builder.ts";
import { DatasetError, quoted } from "../dataset-error.ts";
import type { LineParser } from "../line-parser.ts";

/** A parser of a `.query` file: one number of documents a line. */
export function createSizesParser(file: string): LineParser<Int32Array> {
  const sizes = createArrayBuilder(Int32Array);
  return {
    line(text, line) {
      if (text.trim() === "") return;
      if (!/^\s*\d{1,9}\s*$/.test(text)) {
        throw new DatasetError(`expected a number of documents, found ${quoted(text)}`, { file, line });
      }
      sizes.push(Number(text));
    },
    finish: () => sizes.finish(),
  };
}
