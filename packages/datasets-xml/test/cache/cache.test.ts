import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parseXmlDataset, readXmlDataset, type XmlDataset } from "../../src/index.ts";
import { datasetOf, fixture } from "../fixture.ts";
import { temporaryFolder } from "../temporary-folder.ts";

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

/** Puts other labels into the text without a change of size and time: only a reader of the cache does not see it. */
function changeUnseen(): void {
  const then = new Date(1_700_000_000_000);
  utimesSync(path, then, then);
}

test("the second read takes the cache, and finds the same data set", async () => {
  changeUnseen();
  await read();
  const other = text.replace("0,3", "1,2");
  writeFileSync(path, other);
  changeUnseen();
  expect(await read()).toEqual(expected);
  expect(await readXmlDataset(path, { cache: false })).toEqual(datasetOf(other));
  expect(warnings).toEqual([]);
});

test("a file of another size or time is read again, without a warning", async () => {
  writeFileSync(path, text.replace("0,3", "1,2"));
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
  expect((await read()).labels.indices).toEqual(Int32Array.of(1, 2, 4));
  writeFileSync(path, text.replace("0,3", "0,1,3"));
  expect((await read()).labels.indices).toEqual(Int32Array.of(0, 1, 3, 4));
  expect(warnings).toEqual([]);
});

test("a cache cut off anywhere is built again, with a warning", async () => {
  const whole = readFileSync(cache);
  for (let length = 0; length < whole.length; length++) {
    warnings = [];
    truncateSync(cache, length);
    expect(await read()).toEqual(expected);
    expect(warnings).toEqual([expect.stringContaining("is ignored and built again")]);
    expect(readFileSync(cache)).toEqual(whole);
  }
});

test("a flipped bit anywhere never reaches the data set", async () => {
  const whole = readFileSync(cache);
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] ^= 1 << (at % 8);
    writeFileSync(cache, damaged);
    expect(await read()).toEqual(expected);
    expect(readFileSync(cache)).toEqual(whole);
  }
  // Only the version and the fingerprint may read as those of another, sound cache.
  expect(warnings.length).toBeGreaterThan(whole.length - 80);
});

test("bytes behind the end are damage", async () => {
  writeFileSync(cache, Buffer.concat([readFileSync(cache), Buffer.alloc(4)]));
  expect(await read()).toEqual(expected);
  expect(warnings).toEqual([expect.stringContaining("its length is wrong")]);
});

test("a cache that claims to be huge takes no memory", async () => {
  const damaged = readFileSync(cache, "latin1").replace('"numRows":3', '"numRows":9');
  writeFileSync(cache, damaged, "latin1");
  expect(await read()).toEqual(expected);
  expect(warnings).toEqual([expect.stringContaining("its length is wrong")]);
});

test("many readers at once all get the data set and leave one sound cache and nothing else", async () => {
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

test("without the option to cache none is read or written", async () => {
  const own = join(folder, "own.txt");
  writeFileSync(own, text);
  await readXmlDataset(own, { cache: false });
  expect(existsSync(`${own}.tierwise-cache`)).toBe(false);
});

test("input that is refused leaves no cache", async () => {
  const wrong = join(folder, "wrong.txt");
  writeFileSync(wrong, "1 1 1\n5 0:1\n");
  await expect(readXmlDataset(wrong)).rejects.toThrow("wrong.txt:2: label 5");
  expect(existsSync(`${wrong}.tierwise-cache`)).toBe(false);
});

describe("where no cache can be written the data set is read all the same", () => {
  test("under a name too long to add to", async () => {
    const long = join(folder, `${"x".repeat(250)}.txt`.slice(-250));
    writeFileSync(long, text);
    expect(await readXmlDataset(long, { onWarning: (warning) => warnings.push(warning) })).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test("in a folder that is read-only", async () => {
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

/** To root no folder is read-only: becomes another user, until the returned function is called. */
function asOrdinaryUser(): () => void {
  if (process.geteuid?.() !== 0) return () => {};
  process.seteuid?.(65534);
  return () => process.seteuid?.(0);
}

test("a pair has one cache, which follows both files", async () => {
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

test("values survive the cache bit by bit", async () => {
  const odd = join(folder, "odd.txt");
  writeFileSync(odd, "1 6 1\n0 0:-0 1:1e-45 2:3.4028235e38 3:0.1 4:-7 5:0\n");
  const parsed = parseXmlDataset(readFileSync(odd));
  await readXmlDataset(odd);
  expect(await readXmlDataset(odd)).toEqual(parsed);
});
