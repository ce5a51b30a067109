import { expect, test } from "vitest";
import { concat, parseXmlDataset, select } from "../src/index.ts";
import { bytesOf, datasetOf } from "./fixture.ts";

test("concatenating the parts of a dataset restores it", () => {
  const dataset = datasetOf("4 3 9\n7 0:1\n 1:0.5 2:2\n2,5\n8 0:3\n");
  expect(concat([select(dataset, [0]), select(dataset, []), select(dataset, [1, 2, 3])])).toEqual(dataset);
});

test("labels without values get the value 1 when concatenated with labels that have values", () => {
  const valued = parseXmlDataset({ labels: bytesOf("1 4\n0:0.5\n") });
  const plain = parseXmlDataset({ labels: bytesOf("1 4\n2:1 3:1\n") });
  expect(concat([plain, valued]).labels.values).toEqual(Float32Array.of(1, 1, 0.5));
});

test("`concat` rejects an empty list, and datasets with different numbers of features or labels", () => {
  expect(() => concat([])).toThrow("datasets is empty; expected at least one dataset");
  expect(() => concat([datasetOf("0 3 9\n"), datasetOf("0 3 8\n")])).toThrow(
    "datasets[1] has 3 features and 8 labels; expected 3 and 9, as in datasets[0]",
  );
});
