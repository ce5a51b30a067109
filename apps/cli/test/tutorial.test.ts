import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testGuide } from "./guide.ts";

describe.skipIf(!existsSync("/bin/sh"))("the tutorial, from an empty folder (skipped if there is no shell)", () => {
  const folder = testGuide("tutorial.md");

  test("the tutorial ends with recommendations of items that the user has not rated", () => {
    const rows = readFileSync(join(folder, "recommendations.tsv"), "utf8").trimEnd().split("\n").slice(1);
    const rated = new Set(
      readFileSync(join(folder, "ratings.csv"), "utf8")
        .split("\n")
        .map((line) => line.split(",").slice(0, 2).join()),
    );
    expect(rows).toHaveLength(3 * 1000);
    for (const row of rows) {
      const [user, , item] = row.split("\t");
      expect(item).toMatch(/^[a-z-]+-\d+$/);
      expect(rated.has(`${user},${item}`)).toBe(false);
    }
  });
});
