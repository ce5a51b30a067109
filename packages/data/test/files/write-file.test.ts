import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { type FileContent, writeFileAtomic } from "../../src/files.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
async function* asynchronous() {
  yield "café ";
  yield utf8("for ");
  yield "two";
}

test.each<[string, () => FileContent]>([
  ["a text", () => "café for two"],
  ["strings", () => ["café ", "for ", "two"]],
  ["bytes and strings, in order", () => ["café ", utf8("for "), "two"]],
  ["an asynchronous generator", asynchronous],
])("writes %s, plain and gzipped, into new directories", async (_, content) => {
  const folder = join(temporaryFolder(), "a", "b");
  await writeFileAtomic(join(folder, "text"), content());
  await writeFileAtomic(join(folder, "text.gz"), content());
  expect(readFileSync(join(folder, "text"), "utf8")).toBe("café for two");
  expect(gunzipSync(readFileSync(join(folder, "text.gz"))).toString()).toBe("café for two");
  expect(readdirSync(folder)).toEqual(["text", "text.gz"]);
});

test("writes many short strings completely, and writes an empty file if there is no content", async () => {
  const path = join(temporaryFolder(), "lines");
  const lines = Array.from({ length: 30_000 }, (_, i) => `line ${i}\n`);
  await writeFileAtomic(path, lines);
  expect(readFileSync(path, "utf8")).toBe(lines.join(""));
  await writeFileAtomic(path, []);
  expect(readFileSync(path, "utf8")).toBe("");
});

test("writes each chunk before it requests the next, which may reuse the same memory", async () => {
  const path = join(temporaryFolder(), "bytes");
  function* reused() {
    const bytes = new Uint8Array(1);
    for (const text of "milk") {
      bytes.set(utf8(text));
      yield bytes;
    }
  }
  await writeFileAtomic(path, reused());
  expect(readFileSync(path, "utf8")).toBe("milk");
});

test.each(["names", "names.gz"])("keeps the old file %s if the content generator throws", async (name) => {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, "old");
  function* failing() {
    yield "x".repeat(1e6);
    throw Object.assign(new Error("no more"), { code: "EIO", path: "elsewhere" });
  }
  await expect(writeFileAtomic(path, failing())).rejects.toMatchObject({ message: "no more", path: "elsewhere" });
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual([name]);
});

test("rejects a directory, and names the requested file in system errors", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "names"));
  await expect(writeFileAtomic(join(folder, "names"), "")).rejects.toThrow("names: is a directory; expected a file");
  const long = join(folder, "x".repeat(250));
  await expect(writeFileAtomic(long, "")).rejects.toMatchObject({ code: "ENAMETOOLONG", path: long });
  expect(readdirSync(folder)).toEqual(["names"]);
});

/** A program that imports the writer. */
const withWriter = (program: string) =>
  `import { writeFileAtomic } from ${JSON.stringify(join(import.meta.dirname, "../../src/files.ts"))};${program}`;

test("writes to a pipe directly", () => {
  const program = withWriter('await writeFileAtomic("/dev/stdout", ["tea ", "for two"]);');
  const pipe = '"$0" --input-type=module -e "$1" | cat';
  const { stdout, stderr } = spawnSync("sh", ["-c", pipe, process.execPath, program], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["tea for two", ""]);
});

test("leaves no temporary file behind if the process exits while writing", () => {
  const folder = temporaryFolder();
  const program = withWriter(`
    import { readdirSync } from "node:fs";
    async function* content() {
      yield "x".repeat(1e6);
      console.log(readdirSync(${JSON.stringify(folder)}).length);
      process.exit(3);
    }
    await writeFileAtomic(${JSON.stringify(join(folder, "names"))}, content());`);
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program]);
  expect([status, String(stdout)]).toEqual([3, "1\n"]);
  expect(readdirSync(folder)).toEqual([]);
});
