import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { storeCache } from "../../src/cache/cache-file.ts";
import { createFingerprint, fileState } from "../../src/cache/cache-source.ts";
import { loadCache } from "../../src/cache/load-cache.ts";
import { parseXmlDataset, readXmlDataset, type XmlDataset } from "../../src/index.ts";
import { datasetOf, fixture } from "../fixture.ts";

const folder = temporaryFolder();
const path = join(folder, "train.txt");
const cache = `${path}.tierwise-cache`;
const text = "3 4 5\n0,3 1:0.5 2:1\n 0:2 3:0.1\n4\n";
const expected = datasetOf(text);
let warnings: string[] = [];
const read = (): Promise<XmlDataset> => readXmlDataset(path, { onWarning: (warning) => warnings.push(warning) });

beforeEach(async () => {
  writeFileSync(path, text);
  await read();
  warnings = [];
});

test("the second read loads the cache", async () => {
  // Writes a valid cache in which one value is changed, so that the change appears only if the cache is read.
  const other = datasetOf(text.replace("3:0.1", "3:0.7"));
  await forge((dataset) => ({ ...dataset, features: other.features }));
  expect(await read()).toEqual(other);
  expect(warnings).toEqual([]);
});

test("text is read again if it changed but its size and modification time did not", async () => {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, text.replace("0,3", "1,2"));
  utimesSync(path, atime, mtime);
  expect((await read()).labels.indices).toEqual(Int32Array.of(1, 2, 4));
  expect(warnings).toEqual([]);
});

test("a copy of the text in another folder, with the same name and times, is identified by its content", async () => {
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  for (const file of [path, cache]) cpSync(file, join(elsewhere, basename(file)), { preserveTimestamps: true });
  const { atime, mtime } = statSync(path);
  const copy = join(elsewhere, "train.txt");
  expect(await readXmlDataset(copy)).toEqual(expected);
  writeFileSync(copy, text.replace("0,3", "1,2"));
  utimesSync(copy, atime, mtime);
  expect((await readXmlDataset(copy)).labels.indices).toEqual(Int32Array.of(1, 2, 4));
});

describe("the file state and the content identify a file:", () => {
  const old = { identity: "known", sizes: [BigInt(text.length)] };
  const request = { paths: [path], maxBytes: 1e6, onWarning: (warning: string) => void warnings.push(warning) };

  test("a file that has not changed recently is identified by its file state, without being read", async () => {
    await storeCache(path, { fingerprint: "no digest", identity: "known" }, expected, request.onWarning);
    expect(await loadCache({ ...request, state: old })).toEqual({ dataset: expected });
    expect(await loadCache({ ...request, state: { ...old, identity: "other" } })).toBeUndefined();
    expect(await loadCache({ ...request, state: { ...old, identity: "" } })).toBeUndefined();
  });

  test("if the state of a file changes but its content does not, the new state is returned, to be stored in the cache", async () => {
    const loaded = await loadCache({ ...request, state: old });
    expect(loaded?.knownAs?.identity).toBe("known");
    expect(loaded?.dataset).toEqual(expected);
  });

  test("a file that changed very recently is identified by its content", async () => {
    expect((await fileState([path]))?.identity).toBe("");
    const settled = await fileState([fixture("garden_data.txt")]);
    expect(settled?.identity).toMatch(/^garden_data\.txt( \d+){5}$/);
  });
});

describe("a cache with a correct checksum but invalid contents is ignored:", () => {
  const features = (part: Partial<XmlDataset["features"]>) => (dataset: XmlDataset) => ({
    ...dataset,
    features: { ...dataset.features, ...part },
  });
  const labels = (part: Partial<XmlDataset["labels"]>) => (dataset: XmlDataset) => ({
    ...dataset,
    labels: { ...dataset.labels, ...part },
  });
  test.each<[string, (dataset: XmlDataset) => XmlDataset, string]>([
    ["a label out of range", labels({ indices: Int32Array.of(0, 77, 4) }), "indices[1] is 77"],
    ["a negative feature", features({ indices: Int32Array.of(1, -2, 0, 3) }), "indices[1] is -2"],
    ["offsets that decrease", features({ indptr: Int32Array.of(0, 4, 2, 4) }), "indptr[2] is less"],
    ["offsets beyond the end", features({ indptr: Int32Array.of(0, 2, 4, 9) }), "indptr ends at 9"],
    ["offsets that do not start at 0", labels({ indptr: Int32Array.of(1, 2, 2, 3) }), "indptr[0] is 1"],
    ["a value that is NaN", features({ values: Float32Array.of(0.5, Number.NaN, 2, 0.1) }), "values[1] is NaN"],
    ["an infinite value", features({ values: Float32Array.of(0.5, 1, -1 / 0, 0.1) }), "values[2] is -Infinity"],
    ["a repeated label", labels({ indices: Int32Array.of(3, 3, 4) }), "row 0 contains a column twice"],
    [
      "a repeated feature in a row that is not in order",
      features({ indices: Int32Array.of(2, 2, 3, 0) }),
      "row 0 contains a column twice",
    ],
    ["a label of weight 0", labels({ values: Float32Array.of(1, 0, 1) }), "one has the value 0"],
    [
      "a label beyond the number of labels",
      (dataset) => ({ ...dataset, numLabels: 3 }),
      "indices[1] is 3; expected an integer from 0 to 2",
    ],
    ["impossible counts", (dataset) => ({ ...dataset, numLabels: 2 ** 40 }), "its description is damaged"],
  ])("%s", async (_, change, problem) => {
    await forge(change);
    expect(await read()).toEqual(expected);
    expect(warnings).toEqual([expect.stringContaining(problem)]);
  });
});

/** Writes a cache that has a correct checksum and matches the current text file, but contains a different dataset. */
async function forge(change: (dataset: XmlDataset) => XmlDataset): Promise<void> {
  const taker = createFingerprint();
  taker.watch(path)(readFileSync(path));
  const source = { fingerprint: taker.finish([path]), identity: "" };
  await storeCache(path, source, change(expected), (warning) => warnings.push(warning));
}

test("a file whose size or time changed is read again, without a warning", async () => {
  writeFileSync(path, text.replace("0,3", "1,2"));
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
  expect((await read()).labels.indices).toEqual(Int32Array.of(1, 2, 4));
  writeFileSync(path, text.replace("0,3", "0,1,3"));
  expect((await read()).labels.indices).toEqual(Int32Array.of(0, 1, 3, 4));
  expect(warnings).toEqual([]);
});

/** Asserts that the cache exists and that loading it gives the dataset without a warning. */
async function expectValidCache(): Promise<void> {
  const before = warnings.length;
  expect(existsSync(cache)).toBe(true);
  expect(await read()).toEqual(expected);
  expect(warnings.length).toBe(before);
}

test("a cache truncated anywhere is rebuilt, with a warning", async () => {
  const whole = readFileSync(cache);
  for (let length = 0; length < whole.length; length++) {
    warnings = [];
    truncateSync(cache, length);
    expect(await read()).toEqual(expected);
    expect(warnings).toEqual([expect.stringContaining("is ignored and rebuilt")]);
    await expectValidCache();
  }
});

test("a flipped bit anywhere in the cache never changes the dataset", async () => {
  const whole = readFileSync(cache);
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] ^= 1 << (at % 8);
    writeFileSync(cache, damaged);
    expect(await read()).toEqual(expected);
    await expectValidCache();
  }
  // Flipping a bit causes a warning, unless the bit is in the version or the fingerprint: the cache then seems to belong to another file.
  expect(warnings.length).toBeGreaterThan(whole.length - 120);
});

test("a cache with extra bytes at the end is reported as damaged", async () => {
  writeFileSync(cache, Buffer.concat([readFileSync(cache), Buffer.alloc(4)]));
  expect(await read()).toEqual(expected);
  expect(warnings).toEqual([expect.stringContaining("its length is wrong")]);
});

test("a cache that claims more rows than it contains is rejected because of its length", async () => {
  const damaged = readFileSync(cache, "latin1").replace('"numRows":3', '"numRows":9');
  writeFileSync(cache, damaged, "latin1");
  expect(await read()).toEqual(expected);
  expect(warnings).toEqual([expect.stringContaining("its length is wrong")]);
});

test("concurrent readers all get the dataset and leave only one valid cache", async () => {
  truncateSync(cache, 20);
  const all = await Promise.all(Array.from({ length: 20 }, read));
  for (const dataset of all) expect(dataset).toEqual(expected);
  warnings = [];
  expect(await read()).toEqual(expected);
  expect(warnings).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith("train"))).toEqual([
    "train.txt",
    "train.txt.tierwise-cache",
  ]);
});

test("with `cache: false`, no cache is written", async () => {
  const own = join(folder, "own.txt");
  writeFileSync(own, text);
  await readXmlDataset(own, { cache: false });
  expect(existsSync(`${own}.tierwise-cache`)).toBe(false);
});

test("invalid input leaves no cache", async () => {
  const wrong = join(folder, "wrong.txt");
  writeFileSync(wrong, "1 1 1\n5 0:1\n");
  await expect(readXmlDataset(wrong)).rejects.toThrow("wrong.txt:2: label 5");
  expect(existsSync(`${wrong}.tierwise-cache`)).toBe(false);
});

describe("a dataset that cannot be cached", () => {
  test("is read from text if the file name is too long for the suffix of a cache", async () => {
    const long = join(folder, `${"x".repeat(250)}.txt`.slice(-250));
    writeFileSync(long, text);
    expect(await readXmlDataset(long, { onWarning: (warning) => warnings.push(warning) })).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test("is read from text if the folder is read-only", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed);
    writeFileSync(join(closed, "train.txt"), text);
    chmodSync(folder, 0o755);
    chmodSync(closed, 0o555);
    const restore = asOrdinaryUser();
    try {
      const onWarning = (warning: string) => warnings.push(warning);
      expect(await readXmlDataset(join(closed, "train.txt"), { onWarning })).toEqual(expected);
    } finally {
      restore();
    }
    expect(readdirSync(closed)).toEqual(["train.txt"]);
    expect(warnings).toEqual([]);
  });
});

/** If the user is root, who can write to any folder, switches to another user until the returned function is called. */
function asOrdinaryUser(): () => void {
  if (process.geteuid?.() !== 0) return () => {};
  process.seteuid?.(65534);
  return () => process.seteuid?.(0);
}

test("a pair of files has one cache, which depends on both files", async () => {
  const features = join(folder, "trn_X_Xf.txt");
  const labels = join(folder, "trn_X_Y.txt");
  copyFileSync(fixture("pair/trn_X_Xf.txt"), features);
  writeFileSync(labels, "3 5\n0:1 3:2\n\n4:1\n");
  const first = await readXmlDataset(features);
  expect(await readXmlDataset(labels)).toEqual(first);
  expect(first.labels.values).toEqual(Float32Array.of(1, 2, 1));
  writeFileSync(labels, "3 5\n1:1 3:1\n\n\n");
  expect((await readXmlDataset(features)).labels.indices).toEqual(Int32Array.of(1, 3));
  expect(readdirSync(folder).filter((name) => name.endsWith("cache") && name.startsWith("trn"))).toEqual([
    "trn_X_Xf.txt.tierwise-cache",
  ]);
});

test("values from the cache are bit-identical to the parsed values", async () => {
  const extreme = join(folder, "extreme.txt");
  writeFileSync(extreme, "1 6 1\n0 0:-0 1:1e-45 2:3.4028235e38 3:0.1 4:-7 5:0\n");
  const parsed = parseXmlDataset(readFileSync(extreme));
  await readXmlDataset(extreme);
  expect(await readXmlDataset(extreme)).toEqual(parsed);
});
