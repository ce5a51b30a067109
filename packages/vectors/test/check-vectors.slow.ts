// Checks the vectors with an independent Python program, which needs mpmath. TIERWISE_PYTHON sets the Python interpreter.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const python = process.env["TIERWISE_PYTHON"] ?? "python3";
const hasMpmath = spawnSync(python, ["-c", "import mpmath"]).status === 0;

test.skipIf(!hasMpmath)("all vectors agree with mpmath (skipped without Python and mpmath)", () => {
  const program = join(import.meta.dirname, "../python/check_vectors.py");
  const { stdout, stderr } = spawnSync(python, [program], { encoding: "utf8" });
  expect(`${stdout}${stderr}`).toMatch(/^\d{3,} values checked, 0 wrong\n$/);
});
