import { expect, test } from "vitest";
import { parseXmlDataset, select } from "../src/index.ts";
import { bytesOf, datasetOf } from "./fixture.ts";

const dataset = datasetOf("3 3 9\n7 0:1\n 1:0.5 2:2\n2,5\n");

test("`select` returns rows in the given order and allows repetitions", () => {
  expect(select(dataset, [2, 1, 2])).toEqual(datasetOf("3 3 9\n2,5\n 1:0.5 2:2\n2,5\n"));
});

test("`select` returns an empty dataset of the same width if no rows are given", () => {
  expect(select(dataset, [])).toEqual(datasetOf("0 3 9\n"));
});

test("`select` keeps the values of labels", () => {
  const valued = parseXmlDataset({ labels: bytesOf("2 4\n0:0.5 3:1\n2:3\n") });
  expect(select(valued, [1]).labels.values).toEqual(Float32Array.of(3));
});

test.each([3, -1, 0.5, Number.NaN])("`select` rejects row %s", (row) => {
  expect(() => select(dataset, [0, row])).toThrow(`rows[1] is ${row}; expected an integer from 0 to 2`);
});
