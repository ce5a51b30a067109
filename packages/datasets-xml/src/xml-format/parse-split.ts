import {
  createArrayBuilder,
  createMemoryMeter,
  DatasetError,
  type LineParser,
  type MemoryOptions,
  quoted,
} from "@tierwise/data/reading";

/** A parser for one column of a split file; columns are 1-based. */
export function createSplitParser(column: number, file: string, options: MemoryOptions = {}): LineParser<Int32Array> {
  if (!Number.isInteger(column) || column < 1) {
    throw new RangeError(`column is ${column}; expected an integer of at least 1`);
  }
  const rows = createArrayBuilder(Int32Array);
  const memory = createMemoryMeter(file, options);
  return {
    line(text, line) {
      if (text.trim() === "") return;
      const words = text.trim().split(/[ \t]+/);
      const word = words[column - 1];
      if (word === undefined)
        throw new DatasetError(`there is no column ${column}; the line has ${words.length}`, { file, line });
      const row = Number(word);
      if (!/^\d+$/.test(word) || row < 1 || row >= 2 ** 31) {
        throw new DatasetError(`expected a row number of at least 1, found ${quoted(word)}`, { file, line });
      }
      memory.take(4, line);
      rows.push(row - 1);
    },
    finish: () => rows.finish(),
  };
}
