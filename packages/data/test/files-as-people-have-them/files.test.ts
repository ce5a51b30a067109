import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { DatasetError, inspectFile } from "../../src/index.ts";
import { battleFiles } from "./battle-files.ts";
import { dirtyFiles } from "./dirty-files.ts";
import { gradeFiles } from "./grade-files.ts";
import { voteFiles } from "./vote-files.ts";

const folder = temporaryFolder();
const files = [...battleFiles, ...gradeFiles, ...voteFiles, ...dirtyFiles];

describe("every file is interpreted as intended, or the error explains what is unclear:", () => {
  test.each(files.map((file) => [file.title, file] as const))("%s", async (_, file) => {
    const { name = "file.csv", content, options, reading, error, option, choices } = file;
    const path = join(folder, name);
    writeFileSync(path, content);
    if (reading !== undefined) {
      expect(await inspectFile(path, options)).toMatchObject(reading);
      return;
    }
    const found = await inspectFile(path, options).then(
      (one) => expect.unreachable(`read as ${JSON.stringify(one)}`),
      (problem: unknown) => problem,
    );
    expect(found).toBeInstanceOf(DatasetError);
    const problem = found as DatasetError;
    expect(problem.message).toMatch(error ?? /^$/);
    if (option !== undefined) expect(problem.option).toBe(option);
    if (choices !== undefined) expect(problem.choices.map((choice) => choice.options)).toEqual(choices);
  });
});

test("the table has files with every layout, and titles are unique", () => {
  expect(new Set(files.map(({ title }) => title)).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(120);
});
