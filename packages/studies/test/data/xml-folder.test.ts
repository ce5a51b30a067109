import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readXmlFolder } from "../../src/data/xml-folder.ts";
import type { Figures } from "../../src/quality/quality-cell.ts";
import { qualityTables } from "../../src/quality/quality-tables.ts";

const rows = ["0,1 0:1\n", "2 1:1\n", "0 0:1 1:1\n"];
const layouts: Record<string, Record<string, string>> = {
  "train and test": { "toy_train.txt": `2 2 3\n${rows[0]}${rows[1]}`, "toy_test.txt": `1 2 3\n${rows[2]}` },
  "all rows with splits": {
    "Toy_data.txt": `3 2 3\n${rows.join("")}`,
    "toy_trSplit.txt": "1\n2\n",
    "toy_tstSplit.txt": "3\n",
  },
  "pairs of files": {
    "trn_X_Xf.txt": "2 2\n0:1\n1:1\n",
    "trn_X_Y.txt": "2 3\n0:1 1:1\n2:1\n",
    "tst_X_Xf.txt": "1 2\n0:1 1:1\n",
    "tst_X_Y.txt": "1 3\n0:1\n",
  },
};

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-studies-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test.each(Object.entries(layouts))("readXmlFolder reads a folder with %s", async (_, files) => {
  const { train, test: held, propensity } = await readXmlFolder(folderOf(files));
  expect([train.numRows, train.numFeatures, train.numLabels]).toEqual([2, 2, 3]);
  expect(Array.from(train.labels.indices)).toEqual([0, 1, 2]);
  expect(Array.from(held.features.indices)).toEqual([0, 1]);
  expect(propensity).toHaveLength(3);
});

test("readXmlFolder rejects a folder without a dataset, with an error that lists its files", async () => {
  await expect(readXmlFolder(folderOf({ "notes.md": "" }))).rejects.toThrow(
    /has notes\.md; expected train\.txt and test/,
  );
});

test("the tables have one line per method, with the mean over its seeds", async () => {
  const data = await readXmlFolder(folderOf(layouts["train and test"]));
  const figures = (x: number): Figures => {
    const four = [x, x, x, x];
    return { P: four, PSP: four, nDCG: four, PSnDCG: four, "PSnDCG (xml-repo)": four };
  };
  const cell = { data: data.name, preset: "paper", method: "attrank", settings: "", seconds: 1 } as const;
  const cells = [1, 2].map((seed) => ({ ...cell, seed, figures: figures(10 * seed) }));
  const text = qualityTables(data, cells, figures(30));
  expect(text).toContain("| paper preset, AttRank, 2 seeds | 15.00 | 15.00 | 15.00 | 15.00 | 15.00");
  expect(text).toContain("| default preset, scores of all seeds averaged | 30.00");
  expect(text).toContain("- paper preset, AttRank, 2 seeds: 5.00 to 5.00");
  expect(text).toContain("| here | 2 | 3 | 2 | 1 |");
});
