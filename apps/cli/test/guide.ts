import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { binary } from "./binary.ts";
import { temporaryFolder } from "./run-tierwise.ts";

/** Runs the commands of a guide in `docs` in order, in an empty folder, and compares their output with the guide. Returns the folder. */
export function testGuide(name: string): string {
  const guide = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
  const blocks = Array.from(
    guide.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g),
    ([, commands, output]) => [commands.trim(), output] as const,
  );
  const home = temporaryFolder();
  const folder = join(home, "empty");
  mkdirSync(folder);
  mkdirSync(join(home, "bin"));
  symlinkSync(binary, join(home, "bin", "tierwise"));
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...plain } = process.env;
  const env = { ...plain, PATH: [join(home, "bin"), dirname(process.execPath), plain["PATH"]].join(delimiter) };

  test.each(blocks)("$ %s", (commands, output) => {
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
  return folder;
}
