import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const file = (name: string): string => join(folder, name);

describe("columns of lists in CSV files", () => {
  // The grade depends on the column x, but not on the column noise.
  const rows = Array.from({ length: 120 }, (_, i) => ({ q: i % 12, x: (i * 7) % 10, noise: (i * 13) % 17 }));
  const csv = (head: string, row: (cells: (typeof rows)[number]) => string): string =>
    `${[head, ...rows.map(row)].join("\n")}\n`;
  const named = file("csv-model");

  beforeAll(async () => {
    writeFileSync(
      file("named.csv"),
      csv("query,title,grade,x,noise", ({ q, x, noise }) => `q${q},About ${x},${x >> 2},${x},${noise}`),
    );
    const { code, stderr } = await tierwise([
      "train",
      file("named.csv"),
      "--model",
      named,
      "--trees",
      "20",
      "--leaves",
      "6",
      "--threads",
      "1",
    ]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("ignored columns, because they contain text: title");
  });

  test("CSV columns are matched with the features of a model by name, with or without grades", async () => {
    writeFileSync(
      file("ungraded.csv"),
      csv("noise,x,query", ({ q, x, noise }) => `${noise},${x},q${q}`),
    );
    const predict = (name: string) => tierwise(["predict", named, file(name), "-q"]);
    const [graded, ungraded] = await Promise.all([predict("named.csv"), predict("ungraded.csv")]);
    expect(ungraded.code, ungraded.stderr).toBe(0);
    expect(ungraded.stdout).toBe(graded.stdout);
  });

  test("CSV files that lack a feature of the model are rejected", async () => {
    writeFileSync(file("less.csv"), "query,x\nq1,1\n");
    const { code, stderr } = await tierwise(["predict", named, file("less.csv")]);
    expect(code).toBe(1);
    expect(stderr).toContain('the header has "query", "x"; expected the feature "noise"');
  });
});
