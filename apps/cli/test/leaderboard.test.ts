import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testGuide } from "./guide.ts";

describe.skipIf(!existsSync("/bin/sh"))("the guide to leaderboards (skipped if there is no shell)", () => {
  const folder = testGuide("leaderboard.md");

  test("the guide ends with a page that shows the ranking, the win matrix and the checks", () => {
    const page = readFileSync(join(folder, "leaderboard.html"), "utf8");
    expect(page).toContain("<h1>Leaderboard of 8 items</h1>");
    expect(page.match(/<svg/g)).toHaveLength(3);
    expect(page).not.toMatch(/<script|NaN|undefined/);
    expect(readFileSync(join(folder, "leaderboard.tsv"), "utf8").trimEnd().split("\n")).toHaveLength(9);
  });
});
