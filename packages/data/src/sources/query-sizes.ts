import { DatasetError, quoted } from "../reading/dataset-error.ts";
import type { LineParser } from "../reading/lines.ts";
import { createMemoryMeter, type MemoryOptions } from "../reading/memory-limit.ts";
import { createArrayBuilder } from "../rows/array-builder.ts";

/** A parser for a `.query` file, in which each line is the number of documents of one query. */
export function createSizesParser(file: string, options: MemoryOptions = {}): LineParser<Int32Array> {
  const memory = createMemoryMeter(file, options);
  const sizes = createArrayBuilder(Int32Array);
  return {
    line(text, line) {
      if (text.trim() === "") return;
      if (!/^\s*\d{1,9}\s*$/.test(text)) {
        throw new DatasetError(`expected a number of documents, found ${quoted(text)}`, { file, line });
      }
      memory.take(4, line);
      sizes.push(Number(text));
    },
    finish: () => sizes.finish(),
  };
}
