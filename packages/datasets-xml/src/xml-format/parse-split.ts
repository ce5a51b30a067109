import {
  createArrayBuilder,
  createMemoryMeter,
  DatasetError,
  type LineParser,
  type MemoryOptions,
  quoted,
} from "@tierwise/data/reading";

/** Creates a parser for one column of a split file. Columns are 1-based. */
export function createSplitParser(column: number, file: string, options: MemoryOptions = {}): LineParser<Int32Array> {
  if (!Number.isInteger(column) || column < 1) {
    throw new RangeError(`column is ${column}; expected a positive integer`);
  }
  const rows = createArrayBuilder(Int32Array);
  const memory = createMemoryMeter(file, options);
  return {
    line(text, line) {
      if (text.trim() === "") return;
      const words = text.trim().split(/[ \t]+/);
      const word = words[column - 1];
      if (word === undefined)
        throw new DatasetError(`the number of columns is ${words.length}; expected at least ${column}`, { file, line });
      const row = Number(word);
      if (!/^\d+$/.test(word) || row < 1 || row >= 2 ** 31) {
        throw new DatasetError(`expected a row number, a positive integer, found ${quoted(word)}`, { file, line });
      }
      memory.take(4, line);
      rows.push(row - 1);
    },
    finish: () => rows.finish(),
  };
}
