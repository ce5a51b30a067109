import { describe, expect, test } from "vitest";
import { parseItems, selectItems } from "../../src/index.ts";
import { fitScaling, scaleRows } from "../../src/towers/items/scaling.ts";
import { ones } from "./random-data.ts";

describe("parseItems", () => {
  test("reads numbers, categories and lists, and treats an empty cell as an unknown value", () => {
    const text = 'id;title;price;kind\r\na;"A; first";2.5;x|y\r\nb;B;;y\r\n\r\n';
    const { itemNames, itemTitles, featureNames, features } = parseItems(text);
    expect(itemNames).toEqual(["a", "b"]);
    expect(itemTitles).toEqual(["A; first", "B"]);
    expect(featureNames).toEqual(["price", "kind=x", "kind=y"]);
    expect(Array.from(features.indptr)).toEqual([0, 3, 4]);
    expect(Array.from(features.indices)).toEqual([0, 1, 2, 2]);
    expect(Array.from(features.values)).toEqual([2.5, 1, 1, 1]);
  });

  test("uses the chosen columns", () => {
    const { itemNames, featureNames } = parseItems("a,b,c\n1,2,3\n", { itemColumn: "b", featureColumns: ["c"] });
    expect([itemNames, featureNames]).toEqual([["2"], ["c"]]);
  });

  const unique = Array.from({ length: 30 }, (_, i) => `${i},text ${i}`).join("\n");
  test.each([
    ["id,x\na,1\na,2\n", 'items:3: item "a" occurs twice; expected one line per item'],
    ["id,x\na\n", "items:2: the number of fields is 1; expected 2, as in the header"],
    ["id,x\n", "items: the file has no items"],
    ["id,title\na,b\n", "items:1: the header has no feature column"],
    [`id,text\n${unique}\n`, 'items: column "text" has 30 different texts for 30 items'],
  ])("%j: %s", (text, message) => {
    expect(() => parseItems(text)).toThrow(message);
  });

  test("the error for a missing column contains its name", () => {
    expect(() => parseItems("id,x\na,1\n", { featureColumns: ["y"] })).toThrow('expected a column "y"');
  });

  test("selects items by name; an unknown item has no features", () => {
    const items = parseItems("id,title,x\na,A,1\nb,B,2\n");
    const { itemTitles, features } = selectItems(items, ["b", "c"]);
    expect(itemTitles).toEqual(["B", "c"]);
    expect([Array.from(features.indptr), Array.from(features.values)]).toEqual([[0, 1, 1], [2]]);
  });
});

describe("scaling", () => {
  test("standardizes dense features, divides other features by their root mean square, and keeps indicators unchanged", () => {
    // Feature 0 is in every row, feature 1 is an indicator, feature 2 is sparse, feature 3 is constant, feature 4 is empty.
    const rows = {
      indptr: Int32Array.of(0, 3, 5, 8),
      indices: Int32Array.of(0, 1, 3, 0, 3, 0, 2, 3),
      values: Float32Array.of(1, 1, 7, 3, 7, 5, 4, 7),
    };
    const scaling = fitScaling(rows, 5, "none");
    expect(Array.from(scaling.centers)).toEqual([3, 0, 0, 7, 0]);
    expect(scaling.scales[0]).toBeCloseTo(Math.sqrt(8 / 3), 12);
    expect(Array.from(scaling.scales.subarray(1))).toEqual([1, 4, 1, 1]);
    const { values } = scaleRows(rows, scaling, false);
    expect(values[0]).toBeCloseTo(-2 / Math.sqrt(8 / 3), 6);
    expect([values[1], values[2], values[6]]).toEqual([1, 0, 1]);
    const unit = scaleRows(ones([[0, 1, 2, 3], []]), fitScaling(ones([[0, 1, 2, 3], []]), 4, "auto"), true);
    expect(Array.from(unit.values)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  test("takes logarithms of skewed entries", () => {
    const values = Float32Array.of(1, 2, 3, 1000);
    const rows = { indptr: Int32Array.of(0, 1, 2, 3, 4, 4), indices: new Int32Array(4), values };
    expect(fitScaling(rows, 1, "auto").log[0]).toBe(1);
    expect(fitScaling(rows, 1, "none").log[0]).toBe(0);
    expect(fitScaling(rows, 1, "auto").scales[0]).toBeCloseTo(
      Math.sqrt(values.reduce((sum, x) => sum + Math.log1p(x) ** 2, 0) / 4),
      12,
    );
  });
});
