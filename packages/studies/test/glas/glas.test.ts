import { expect, test } from "vitest";
import { type GlasPoint, glasColumns } from "../../src/glas/cell.ts";
import { glasDataNames, glasSources } from "../../src/glas/data-sets.ts";
import { glasFigure } from "../../src/glas/glas-figure.ts";
import { changeAt, chosenWeight, figuresAt, seriesOf } from "../../src/glas/summary.ts";

const psp = glasColumns.indexOf("PSP@5");

/** A cell whose metrics are all 10 except PSP@5. */
function cell(weight: number, seed: number, validation: number, test = validation): GlasPoint {
  const figures = (value: number): number[] => glasColumns.map((_, column) => (column === psp ? value : 10));
  return {
    ...{ data: "toy", loss: "pl-lb", weight, seed, settings: "", epoch: 1, seconds: 0 },
    validation: figures(validation),
    test: figures(test),
  };
}

const [series] = seriesOf([
  ...[cell(0, 1, 20, 30), cell(1, 1, 23, 30), cell(10, 1, 21, 99)],
  ...[cell(0, 2, 30, 31), cell(1, 2, 31, 33), cell(10, 2, 32, 99)],
]);

test("the weight is chosen by the mean of PSP@5 on validation rows, regardless of the test rows", () => {
  expect(chosenWeight(series)).toBe(1);
});

test("the change is computed for each seed separately", () => {
  // PSP@5 increases by 3 for seed 1 and by 1 for seed 2, although the values for these seeds differ by 10.
  const { mean, standardError } = changeAt(series, 1, "validation");
  expect([mean[psp], standardError?.[psp], mean[0]]).toEqual([2, 1, 0]);
  expect(figuresAt(series, 0, "test").mean[psp]).toBe(30.5);
});

test("the figure has a dot for every positive weight in every panel", () => {
  const svg = glasFigure([series]);
  expect(svg.match(/<circle/g)).toHaveLength(6);
  expect(svg).toContain("PSP@5");
});

test("glasSources generates or reads the datasets by name and rejects an unknown name", async () => {
  const reference = { name: "Delicious-1K", source: { folder: "delicious-1k" }, fingerprint: "0" };
  const asked: string[] = [];
  const sources = await glasSources(glasDataNames, (name) => {
    asked.push(name);
    return Promise.resolve(reference);
  });
  expect(Object.keys(sources)).toEqual(["Delicious-1K", "eurlex-4k, smaller", "wiki10-31k, smaller"]);
  expect(asked).toEqual(["Delicious-1K"]);
  expect(sources["Delicious-1K"]).toEqual({ reference, validation: 0.1 });
  await expect(glasSources(["Delicious"], () => Promise.resolve(reference))).rejects.toThrow(
    'dataset is "Delicious"; expected one of Delicious-1K; eurlex-4k, smaller; wiki10-31k, smaller',
  );
});
