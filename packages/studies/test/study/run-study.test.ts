import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Executor, inline, processes } from "@tierwise/jobs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  costCells,
  costStudy,
  type MseCell,
  type MseGrid,
  type MseResult,
  mseCells,
  mseStudy,
  type RunStudyOptions,
  readResultsFile,
  runMseCell,
  runStudy,
} from "../../src/index.ts";

const grid: MseGrid = {
  itemCounts: [12],
  samples: [20, 40],
  seeds: [1, 2],
  methods: ["PL-Partition", "AttRank"],
  maxSteps: 60,
};
const cells = mseCells(grid);

/** A result without its time. */
function figures({ seconds: _seconds, ...rest }: MseResult): object {
  return rest;
}

type Options = Omit<RunStudyOptions<MseCell, MseResult>, "cells">;

async function run(some: readonly MseCell[], options: Options = {}): Promise<readonly MseResult[]> {
  return (await runStudy(mseStudy, { cells: some, ...options })).results;
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tierwise-study-"));
  file = join(folder, "results", "mse.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("runStudy", () => {
  test("gives the same results on any number of threads, for cells in any order", async () => {
    const expected = cells.map((cell) => figures(runMseCell(cell)));
    expect((await run(cells, { threads: 1 })).map(figures)).toEqual(expected);
    expect((await run([...cells].reverse(), { threads: 3 })).map(figures)).toEqual([...expected].reverse());
  });

  test("appends results as they arrive, and reruns only the missing cells", async () => {
    const seen: number[] = [];
    await run(cells.slice(0, 3), { file, threads: 2, onProgress: ({ done }) => seen.push(done) });
    expect(seen).toEqual([1, 2, 3]);
    const before = readFileSync(file, "utf8");
    expect(before.trim().split("\n")).toHaveLength(3);

    const more: string[] = [];
    const results = await run(cells, {
      file,
      threads: 2,
      onProgress: ({ done, total }) => more.push(`${done}/${total}`),
    });
    expect(more).toEqual(["4/8", "5/8", "6/8", "7/8", "8/8"]);
    expect(readFileSync(file, "utf8").startsWith(before)).toBe(true);
    expect(results.map(figures)).toEqual(cells.map((cell) => figures(runMseCell(cell))));
    expect(await run(cells, { file })).toEqual(results);
  });

  test("removes an incomplete last line with a warning, and runs its cell again", async () => {
    await run(cells.slice(0, 2), { file, threads: 1 });
    const complete = readFileSync(file, "utf8");
    appendFileSync(file, '{"study":"mse","itemCount":1');
    const notes: string[] = [];
    const onWarning = (sentence: string): void => void notes.push(sentence);
    expect(readResultsFile(file, { onWarning })).toHaveLength(2);
    expect(notes).toEqual([`${file}:3: the last line is incomplete; it was removed, and its cell runs again`]);
    expect(readFileSync(file, "utf8")).toBe(complete);
    appendFileSync(file, complete.slice(0, 30));
    expect(await run(cells.slice(0, 3), { file, threads: 1, onWarning })).toHaveLength(3);
    expect(notes).toHaveLength(2);
    expect(readResultsFile(file)).toHaveLength(3);
  });

  test("rejects any other damaged line with an error that names file and line", async () => {
    await run(cells.slice(0, 2), { file, threads: 1 });
    const [first, second] = readFileSync(file, "utf8").trimEnd().split("\n");
    for (const damaged of ["{}", "", first.slice(0, 40), '"text"', "null", first.replace('"key"', '"kez"')]) {
      writeFileSync(file, `${first}\n${damaged}\n${second}\n`);
      const refused = `${file}:2: expected a result of a study: a JSON object`;
      expect(() => readResultsFile(file)).toThrow(refused);
      await expect(run(cells, { file, threads: 1 })).rejects.toThrow(refused);
    }
  });

  test("reuses a result only for the same settings, revision and version", async () => {
    await run(cells.slice(0, 1), { file, threads: 1 });
    const ran: string[] = [];
    const onProgress = ({ stage }: { stage: string }): void => void ran.push(stage);
    await run(cells.slice(0, 1), { file, threads: 1, onProgress });
    expect(ran).toEqual([]);
    await run([{ ...cells[0], maxSteps: 61 }], { file, threads: 1, onProgress });
    await runStudy({ ...mseStudy, revision: 2 }, { cells: cells.slice(0, 1), file, threads: 1, onProgress });
    expect(ran).toEqual(["result", "result"]);
    expect(new Set(readResultsFile(file).map(({ key }) => key)).size).toBe(3);
  });

  test("omits cells that are not in the file, if requested", async () => {
    await run(cells.slice(0, 2), { file, threads: 1 });
    expect(await run(cells, { file, missing: "leave out" })).toHaveLength(2);
  });

  test("gives the same bytes in this process, in local processes and in any order", async () => {
    const bytes = async (some: readonly MseCell[], executor: Executor) => {
      const { results } = await runStudy(mseStudy, { cells: some, executor });
      return results.map((result) => JSON.stringify(figures(result)));
    };
    const expected = await bytes(cells, inline());
    expect(await bytes(cells, processes({ count: 2 }))).toEqual(expected);
    expect(await bytes([...cells].reverse(), inline())).toEqual([...expected].reverse());
  });

  test("rejects with the error that a cell throws", async () => {
    const bad = { ...cells[0], itemCount: 1 };
    await expect(run([bad, ...cells], { threads: 2 })).rejects.toThrow("items is 1");
  });

  test("stops when the signal is aborted", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = run(cells, { threads: 1, signal, onProgress: () => controller.abort() });
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
    await expect(stopped).rejects.toBe(signal.reason);
    const own = AbortSignal.abort(new Error("enough"));
    await expect(run(cells, { threads: 1, signal: own })).rejects.toThrow("enough");
  });

  test("adds one listener to a signal, regardless of the number of cells", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    const many = mseCells({ ...grid, seeds: [1, 2, 3, 4, 5, 6, 7, 8], maxSteps: 3 });
    await run(many, { threads: 2, signal: new AbortController().signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });

  test("runs cells of the cost study in separate processes with fresh memory", async () => {
    const cost = costCells({ itemCounts: [200_000, 100], seeds: [1], methods: ["AttRank"], steps: 10 });
    const { results } = await runStudy(costStudy, { cells: cost });
    const [small, large] = [...results].sort((a, b) => a.itemCount - b.itemCount);
    expect(large.bytes).toBeGreaterThan(small.bytes + 4 * 8 * 200_000);
    expect(large.seconds).toBeGreaterThan(small.seconds);
  });

  test("rejects zero threads", async () => {
    await expect(run(cells, { threads: 0 })).rejects.toThrow("threads is 0; expected a positive integer");
  });
});
