// Running a study without figures must not load the drawing library.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the main entry point and the runner load neither Observable Plot nor linkedom", () => {
  const root = join(import.meta.dirname, "../..");
  const script = `
    import { register } from "node:module";
    const hook = "export async function resolve(s, c, next) { const found = await next(s, c); if (/@observablehq|linkedom/.test(found.url)) process._rawDebug(found.url); return found; }";
    register("data:text/javascript," + encodeURIComponent(hook));
    const { inline } = await import("@tierwise/jobs");
    const { mseStudy, quickMseGrid, runStudy } = await import("@tierwise/studies");
    const cells = mseStudy.cells({ ...quickMseGrid, itemCounts: [10], samples: [10], seeds: [1], maxSteps: 2 });
    const { summary } = await runStudy(mseStudy, { cells, executor: inline() });
    console.log(summary.means.length);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual(["6\n", ""]);
});
