import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codeDigest, digestOf } from "../../src/job/code-digest.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tierwise-digest-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, content: unknown): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

test("the digest depends only on the versions and code of the package and its dependencies", () => {
  const inner = "node_modules/@tierwise/inner";
  const own = { name: "@tierwise/outer", version: "1.0.0", dependencies: { "@tierwise/inner": "*", other: "*" } };
  write("package.json", own);
  write("dist/index.js", "1");
  write(`${inner}/package.json`, {
    name: "@tierwise/inner",
    version: "1.0.0",
    dependencies: { "@tierwise/outer": "*" },
  });
  write(`${inner}/node_modules/@tierwise/outer/package.json`, own);
  write(`${inner}/dist/deep/kernel.wasm`, "2");
  const digest = (): string => digestOf(join(folder, "package.json"));
  const first = digest();
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  write("dist/index.js.map", "a map");
  write("dist/index.d.ts", "types");
  write("dist/index.js", "1");
  expect(digest()).toBe(first);
  const changes: [string, unknown][] = [
    ["dist/index.js", "3"],
    ["dist/more.js", ""],
    [`${inner}/dist/deep/kernel.wasm`, "4"],
    [`${inner}/package.json`, { name: "@tierwise/inner", version: "1.0.1" }],
    ["package.json", { ...own, version: "1.0.1" }],
  ];
  const seen = [first];
  for (const [path, content] of changes) {
    write(path, content);
    seen.push(digest());
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test("the digest of a package is computed once", () => {
  const manifest = new URL("../../package.json", import.meta.url);
  const digest = codeDigest(manifest);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(codeDigest(manifest)).toBe(digest);
});
