import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { binary } from "./binary.ts";
import { temporaryFolder } from "./run-tierwise.ts";

const tutorial = readFileSync(new URL("../../../docs/tutorial.md", import.meta.url), "utf8");

/** The commands of the tutorial, each block with the output shown below it. */
const blocks = Array.from(
  tutorial.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g),
  ([, commands, output]) => ({
    commands,
    output,
  }),
);

describe.skipIf(!existsSync("/bin/sh"))("the tutorial, from an empty folder (skipped if there is no shell)", () => {
  const home = temporaryFolder();
  const folder = join(home, "empty");
  mkdirSync(folder);
  mkdirSync(join(home, "bin"));
  symlinkSync(binary, join(home, "bin", "tierwise"));
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...plain } = process.env;
  const env = { ...plain, PATH: [join(home, "bin"), dirname(process.execPath), plain["PATH"]].join(delimiter) };

  test.each(blocks.map(({ commands, output }) => [commands.trim(), output] as const))("$ %s", (commands, output) => {
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-e"], {
      cwd: folder,
      env,
      input: commands,
      encoding: "utf8",
    });
    expect(stderr).not.toContain("tierwise: ");
    expect(status).toBe(0);
    if (output !== undefined) expect(stdout).toBe(output);
  });

  test("ends with recommendations of items that the user has not rated", () => {
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
