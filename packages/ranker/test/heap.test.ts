import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the heap does not grow over 1000 training steps", { timeout: 300_000 }, () => {
  const script = join(import.meta.dirname, "./heap-growth.ts");
  const growth = Number(execFileSync(process.execPath, ["--no-warnings", "--expose-gc", script], { encoding: "utf8" }));
  expect(growth).toBeLessThan(20_000);
});
