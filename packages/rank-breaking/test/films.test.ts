import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

describeWithRealData("movielens-latest-small", "the worked example on MovieLens", (path) => {
  test("prints the output shown in the README", { timeout: 300_000 }, () => {
    const env = { ...process.env, TIERWISE_DATA: join(path, "..") };
    const printed = execFileSync(process.execPath, ["--no-warnings", "examples/films.ts"], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`\n${printed}\`\`\`\n`);
  });
});
