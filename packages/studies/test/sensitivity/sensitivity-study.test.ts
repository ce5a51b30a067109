import { generateXmlDataset } from "@tierwise/datasets-xml";
import { expect, test } from "vitest";
import { joinDrawings, sensitivityFigure, sensitivityPanel } from "../../src/figures.ts";
import { createDataReference, runStudy, sensitivityStudy } from "../../src/index.ts";

const sizes = { features: 50, labels: 30, labelsPerRow: 3, seed: 1 };
const train = generateXmlDataset({ ...sizes, rows: 120 });
const test_ = generateXmlDataset({ ...sizes, rows: 40, firstRow: 120 });
const data = createDataReference("toy", { folder: "toy" }, { train, test: test_ });
const plan = (learningRates: number[]) => ({ hidden: 8, options: { epochs: 2, learningRates, refit: false } });

test("training with interpolated sums gives the same result as with exact sums, and the figure shows both", async () => {
  const rule = { intervals: 1000, shift: 5, center: "row" } as const;
  const rules = [rule, { ...rule, interpolated: true }];
  const cells = sensitivityStudy.cells({ data, training: plan([4e-3]), rules, seeds: [1, 2] });
  const { summary } = await runStudy(sensitivityStudy, { cells, threads: 1 });
  expect(summary.map(({ name, seeds, diverged }) => [name, seeds, diverged])).toEqual([
    ["adaptive", 2, 0],
    ["RankNet", 2, 0],
    ["T = 1000, c = 5", 2, 0],
    ["T = 1000, c = 5", 2, 0],
  ]);
  expect(summary[3].precision).toBeCloseTo(summary[2].precision ?? Number.NaN, 2);
  expect(sensitivityStudy.table(summary)).toMatch(/^adaptive +P@5 \d+\.\d\d ± \d\.\d\d {2}\(2 seeds\)/);
  const svg = sensitivityFigure(summary);
  expect(svg).toContain("c = 5");
  expect(svg).not.toMatch(/NaN|Infinity/);
});

test("a diverged training run appears in the table but not in the figure", async () => {
  const rules = [{ intervals: 50, shift: 2, center: "none" }] as const;
  const cells = sensitivityStudy.cells({ data, training: plan([1e30]), rules, seeds: [1] });
  const { results, summary } = await runStudy(sensitivityStudy, { cells, threads: 1 });
  expect(results.map(({ outcome, precision }) => [outcome, precision])).toEqual(Array(3).fill(["diverged", null]));
  expect(summary[2]).toMatchObject({ name: "T = 50, c = 2, raw scores", precision: null, diverged: 1, precisions: [] });
  expect(sensitivityStudy.table(summary)).toContain("1 diverged");
  const panel = sensitivityPanel(summary, { atIntervals: 50, atShift: 2 }, "intervals");
  for (const svg of [sensitivityFigure(summary), joinDrawings([panel])]) expect(svg).not.toMatch(/NaN|Infinity|var\(/);
});
