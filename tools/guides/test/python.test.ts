// Runs the Python example of docs/models.md on an exported model, if onnxruntime is installed. TIERWISE_PYTHON names the Python to use.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRanker } from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { read } from "./repository.ts";

const python = process.env["TIERWISE_PYTHON"] ?? "/usr/bin/python3";
const [, program = ""] = /^```python\n([\s\S]*?)^```$/m.exec(read("docs/models.md")) ?? [];
const { status } = spawnSync(python, ["-c", "import numpy, onnxruntime"]);
const reason = `${python} has no numpy and onnxruntime`;
if (status !== 0) console.log(`skipped: the Python example of docs/models.md: ${reason}`);

test("docs/models.md contains a Python example without syntax errors", ({ skip }) => {
  expect(program).toContain("import onnxruntime");
  const parsed = spawnSync(python, ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input: program });
  if (parsed.error !== undefined) skip(`${python} is missing`);
  expect([parsed.status, String(parsed.stderr)]).toEqual([0, ""]);
});

test.skipIf(status !== 0)(`the Python example gives the same ranking as the model (skipped if ${reason})`, async () => {
  const folder = temporaryFolder();
  const itemNames = Array.from({ length: 20 }, (_, i) => `item-${i}`);
  const ranker = createRanker({ features: 30, items: 20, hidden: 8, seed: 1, itemNames });
  const onnx = join(folder, "model.onnx");
  await exportModel(ranker, { onnx });
  writeFileSync(join(folder, "rank.py"), program);
  const { stdout, stderr } = spawnSync(python, [join(folder, "rank.py"), onnx], { encoding: "utf8" });
  const rows = [{ indices: [3, 14, 15] }, { indices: [2] }];
  const lines = rows.map((row) => [...ranker.topK(row, 5)].map((item) => itemNames[item]).join(" "));
  expect([stderr, stdout]).toEqual(["", `${lines.join("\n")}\n`]);
});
