import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  costCells,
  type MseGrid,
  mseCells,
  readResults,
  runCells,
  runMseCell,
  type StudyResult,
} from "../../src/study/index.ts";

const grid: MseGrid = {
  items: [12],
  samples: [20, 40],
  seeds: [1, 2],
  methods: ["PL-Partition", "AttRank"],
  maxSteps: 60,
};
const cells = mseCells(grid);

/** A result without what a clock says. */
function figures({ seconds: _seconds, ...rest }: StudyResult): object {
  return rest;
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tierwise-study-"));
  file = join(folder, "results", "mse.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("runCells", () => {
  test("gives on any number of threads, in any order, what each cell gives by itself", async () => {
    const expected = cells.map((cell) => figures(runMseCell(cell)));
    expect((await runCells(cells, { threads: 1 })).map(figures)).toEqual(expected);
    expect((await runCells([...cells].reverse(), { threads: 3 })).map(figures)).toEqual([...expected].reverse());
  });

  test("appends results as they come, and a rerun runs only what is missing", async () => {
    const seen: number[] = [];
    await runCells(cells.slice(0, 3), { file, threads: 2, onResult: ({ done }) => seen.push(done) });
    expect(seen).toEqual([1, 2, 3]);
    const before = readFileSync(file, "utf8");
    expect(before.trim().split("\n")).toHaveLength(3);

    const more: string[] = [];
    const results = await runCells(cells, {
      file,
      threads: 2,
      onResult: ({ done, total }) => more.push(`${done}/${total}`),
    });
    expect(more).toEqual(["4/8", "5/8", "6/8", "7/8", "8/8"]);
    expect(readFileSync(file, "utf8").startsWith(before)).toBe(true);
    expect(results.map(figures)).toEqual(cells.map((cell) => figures(runMseCell(cell))));
    expect(await runCells(cells, { file })).toEqual(results);
  });

  test("a line that a crash cut off is run again; any other bad line is an error that names its place", async () => {
    await runCells(cells.slice(0, 2), { file, threads: 1 });
    appendFileSync(file, '{"study":"mse","items":1');
    expect(readResults(file)).toHaveLength(2);
    expect(await runCells(cells.slice(0, 3), { file, threads: 1 })).toHaveLength(3);
    expect(readResults(file)).toHaveLength(3);
    writeFileSync(file, "{}\n");
    expect(() => readResults(file)).toThrow(`${file}:1: expected a result of a study, as one JSON object`);
  });

  test("a cell that fails ends the run with its error", async () => {
    const bad = { ...cells[0], items: 1 };
    await expect(runCells([bad, ...cells], { threads: 2 })).rejects.toThrow("items is 1");
  });

  test("ends where it is told to", async () => {
    const controller = new AbortController();
    const run = runCells(cells, { threads: 1, signal: controller.signal, onResult: () => controller.abort() });
    await expect(run).rejects.toThrow("aborted");
  });

  test("runs cells of cost in processes of their own, whose memory starts anew", async () => {
    const [small, large] = await runCells(
      costCells({ items: [200_000, 100], seeds: [1], methods: ["AttRank"], steps: 10 }),
      {},
    ).then((results) => [...results].sort((a, b) => a.items - b.items));
    if (small.study !== "cost" || large.study !== "cost") throw new Error("expected results of cost");
    expect(large.bytes).toBeGreaterThan(small.bytes + 4 * 8 * 200_000);
    expect(large.seconds).toBeGreaterThan(small.seconds);
  });

  test("refuses no threads", async () => {
    await expect(runCells(cells, { threads: 0 })).rejects.toThrow("threads is 0; expected a positive integer");
  });
});
