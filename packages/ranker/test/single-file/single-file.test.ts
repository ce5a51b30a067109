import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRanker, loadModel, loadRanker, type TrainedModel, trainModel } from "@tierwise/ranker";
import { exportModel, tierwiseFile } from "@tierwise/ranker/export";
import { temporaryFolder } from "@tierwise/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { portableSha256 } from "../../src/store/sha256.ts";
import { fingerprint } from "../damage.ts";
import { weightBytes } from "../killing.ts";
import { tinyData, tinySizes } from "../tiny-data.ts";
import { craftedFile, partsOf } from "./crafted-file.ts";

const folder = temporaryFolder();
const [directory, path] = [join(folder, "model"), join(folder, "model.tierwise")];
let model: TrainedModel;
let file: Buffer;

beforeAll(async () => {
  const options = {
    members: 2,
    hidden: 6,
    epochs: 2,
    learningRates: [1e-2],
    threads: 1,
    normalize: true,
    itemNames: Array.from({ length: 30 }, (_, i) => `item ${i} é`),
    featureNames: Array.from({ length: 40 }, (_, i) => `feature ${i}`),
    featureItems: Array.from({ length: 40 }, (_, i) => (i < 30 ? i : -1)),
    record: { command: "test", data: "tiny" },
  };
  await trainModel(directory, tinyData(100), options);
  model = await loadModel(directory);
  await exportModel(directory, { tierwise: path });
  file = await readFile(path);
});

describe("a model file", () => {
  test("contains everything that the model directory contains", async () => {
    const loaded = await loadModel(path);
    expect(fingerprint(loaded)).toBe(fingerprint(model));
    const { written, writtenBy, normalize, featureNames, featureItems } = model;
    expect(loaded).toMatchObject({ written, writtenBy, normalize, featureNames, featureItems, directory: path });
    expect(loaded.results.map(({ settings }) => settings)).toEqual(model.results.map(({ settings }) => settings));
    const row = { indices: [1, 4], values: [0.5, 2] };
    expect(loaded.scores(row)).toEqual(model.scores(row));
  });

  test("loads from a path, a URL, a file, a blob and bytes", async () => {
    const unaligned = new Uint8Array(file.length + 3).subarray(3);
    unaligned.set(file);
    const server = createServer((_, response) => response.end(file)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.tierwise`;
    for (const [source, name] of [
      [path, path],
      [pathToFileURL(path), path],
      [new File([unaligned], "chosen.tierwise"), "chosen.tierwise"],
      [new Blob([unaligned]), "the blob"],
      [unaligned, "the array of bytes"],
      [unaligned.slice().buffer, "the array of bytes"],
      [address, address],
      [new URL(address), address],
    ] as const) {
      const loaded = await loadModel(source);
      expect([loaded.directory, fingerprint(loaded)]).toEqual([name, fingerprint(model)]);
    }
    server.close();
  });

  test("has the documented layout: aligned little-endian arrays with checksums", () => {
    const { header, data } = partsOf(file);
    expect(file.toString("latin1", 0, 8)).toBe("TIERWISE");
    expect([file.readUInt32LE(8), file.readBigUInt64LE(16)]).toEqual([1, BigInt(file.length)]);
    for (const [m, { arrays }] of header.model.members.entries()) {
      const { input, output } = model.members[m].weights;
      for (const [name, array] of Object.entries({
        "weights.input": input.weights,
        "weights.input-bias": input.bias,
        "weights.output": output.weights,
        "weights.output-bias": output.bias,
      })) {
        const { offset, length, type, sha256 } = arrays[name];
        expect([offset % 64, length, type]).toEqual([0, array.length, "float32"]);
        const bytes = data.subarray(offset, offset + 4 * length);
        expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
        expect(Array.from({ length }, (_, i) => bytes.readFloatLE(4 * i))).toEqual([...array]);
      }
    }
  });

  test("is written again with the same bytes after it is loaded", async () => {
    expect(Buffer.concat(await chunksOf(await loadModel(path))).equals(file)).toBe(true);
  });

  test("of a ranker is loaded by loadRanker, which rejects ensembles", async () => {
    const ranker = createRanker({ ...tinySizes, seed: 5, itemNames: model.itemNames ?? [] });
    const loaded = await loadRanker(new Blob(await chunksOf(ranker)));
    expect([weightBytes(loaded).equals(weightBytes(ranker)), loaded.itemNames]).toEqual([true, model.itemNames]);
    await expect(loadRanker(path)).rejects.toThrow("contains an ensemble of 2 rankers; use loadModel to load them");
  });

  test("of a ranker contains the given training record", async () => {
    const ranker = createRanker({ features: 5, hidden: 4, items: 3, seed: 2 });
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of tierwiseFile(ranker, { record: { data: "ratings.csv", rows: 7 } })) chunks.push(chunk);
    expect((await loadModel(new Blob(chunks))).record).toEqual({ data: "ratings.csv", rows: 7 });
  });

  test("of an unfinished model keeps the state of its training", async () => {
    const stop = new AbortController();
    const unfinished = join(folder, "unfinished");
    const onProgress = ({ stage }: { stage: string }): void => void (stage === "epoch" && stop.abort());
    const options = { members: 2, hidden: 4, epochs: 5, threads: 1, signal: stop.signal, onProgress };
    await trainModel(unfinished, tinyData(100), options).catch(() => {});
    const [one, other] = [await loadModel(unfinished), await loadModel(new Blob(await chunksOf(unfinished)))];
    expect([other.finished, other.memberCount, fingerprint(other)]).toEqual([false, 2, fingerprint(one)]);
  });

  test("cannot be completed if the weights change while it is written", async () => {
    const ranker = createRanker(tinySizes);
    const writing = tierwiseFile(ranker);
    await writing.next();
    ranker.weights.output.bias[0] += 1;
    const rest = async (): Promise<void> => {
      for await (const _ of writing);
    };
    await expect(rest()).rejects.toThrow("the weights changed while the model was being written");
  });
});

async function chunksOf(given: Parameters<typeof tierwiseFile>[0] | string): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of tierwiseFile(typeof given === "string" ? await loadModel(given) : given))
    chunks.push(chunk);
  return chunks;
}

describe("loadModel", () => {
  type Header = ReturnType<typeof partsOf>["header"];
  const cases: [string, (header: Header) => void, RegExp][] = [
    [
      "more hidden units than bytes",
      ({ model: { members } }) => huge(members, { hidden: 2 ** 40 }),
      /too few for array/,
    ],
    [
      "arrays larger than the file",
      ({ model: { members } }) => huge(members, { hidden: 2 ** 22 }),
      /too few for array/,
    ],
    ["negative sizes", ({ model: { members } }) => huge(members, { hidden: -6 }), /invalid entry/],
    ["an array beyond the end", ({ model }) => grow(model, "offset", 2 ** 40), /invalid entry/],
    ["overlapping arrays", ({ model }) => grow(model, "offset", -64), /invalid entry/],
    ["a longer array", ({ model }) => grow(model, "length", 1), /invalid entry/],
    ["another type", ({ model }) => set(model, "type", "float64"), /invalid entry/],
    ["a wrong checksum", ({ model }) => set(model, "sha256", "0".repeat(64)), /does not match its checksum/],
    ["members of different sizes", ({ model: { members } }) => huge([members[1]], { hidden: 7 }), /differ in size/],
    ["one member too few", ({ model }) => model.members.pop(), /its arrays end at byte/],
    ["no members", ({ model }) => Object.assign(model, { members: [] }), /number of members/],
    [
      "names that are not text",
      ({ model }) => Object.assign(model.itemNames, { 3: { toString: 1 } }),
      /one name for each/,
    ],
    ["too few names", ({ model }) => model.itemNames.pop(), /one name for each of 30 items/],
    [
      "a feature that refers to an item that does not exist",
      ({ model }) => Object.assign(model.featureItems, { 3: 99 }),
      /featureItems\[3\] is 99/,
    ],
    ["no model", (header) => void delete header.model, /a header without a model/],
  ];

  test.each(cases)("rejects %s", async (_, change, message) => {
    const { header, data } = partsOf(file);
    change(header);
    const before = process.memoryUsage.rss();
    await expect(loadModel(craftedFile(header, data))).rejects.toThrow(message);
    expect(process.memoryUsage.rss() - before).toBeLessThan(2 ** 27);
  });

  function huge(members: Header[], shape: object): void {
    for (const member of members) {
      Object.assign(member.shape, shape);
      const { features, hidden, items } = member.shape;
      const lengths = [features * hidden, hidden, items * hidden, items];
      for (const [i, entry] of (Object.values(member.arrays) as Header[]).entries()) entry.length = lengths[i];
    }
  }
  function set(stored: Header, key: string, value: unknown): void {
    stored.members[0].arrays["weights.output"][key] = value;
  }
  function grow(stored: Header, key: string, by: number): void {
    set(stored, key, stored.members[0].arrays["weights.output"][key] + by);
  }

  test.each([
    ["a header longer than the file", () => withWord(12, 2 ** 27), /states a header of 134217728 bytes/],
    ["a header longer than the limit", () => withWord(12, 2 ** 32 - 1), /states a header of 4294967295 bytes/],
    ["another version", () => withWord(8, 9), /has version 9; this release reads versions 1 to 3 of model files/],
    ["a file that is too long", () => Buffer.concat([file, Buffer.of(0)]), /has \d+ bytes; expected \d+/],
    ["a file that is cut off", () => file.subarray(0, file.length - 1), /damaged or incomplete/],
    ["a file that ends in its preamble", () => file.subarray(0, 20), /has only 20 bytes/],
    ["an empty file", () => Buffer.alloc(0), /is not a model file; expected a file that starts with TIERWISE/],
    ["a header that is not JSON", () => craftedFile({}, Buffer.alloc(0), "{"), /a header that is not JSON/],
    ["a header that is null", () => craftedFile(null, Buffer.alloc(0)), /a header without a model/],
  ])("rejects %s", async (_, make, message) => {
    await expect(loadModel(make())).rejects.toThrow(message);
  });

  function withWord(at: number, word: number): Buffer {
    const copy = Buffer.from(file);
    copy.writeUInt32LE(word, at);
    return copy;
  }

  test("rejects a device, a missing path, an invalid argument, and a file that is not a model", async () => {
    const other = join(folder, "notes.txt");
    await writeFile(other, "notes");
    await expect(loadModel(other)).rejects.toThrow(`${other} is not a model file`);
    await expect(loadModel("/dev/null")).rejects.toThrow("/dev/null is not a plain file");
    const missing = join(folder, "missing.tierwise");
    await expect(loadModel(missing)).rejects.toThrow(`${missing}: there is no such model directory or model file`);
    await expect(loadModel(7 as never)).rejects.toThrow("source is 7; expected a path, a URL, a Blob or bytes");
  });

  test("rejects if a server does not answer, answers with an error or stops midway", async () => {
    const server = createServer(({ url }, response) => {
      if (url === "/missing") response.writeHead(404).end();
      else {
        response.writeHead(200, { "Content-Length": file.length });
        response.write(file.subarray(0, 500), () => response.destroy());
      }
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(loadModel(`${address}/missing`)).rejects.toThrow("/missing cannot be read: the server answered 404");
    await expect(loadModel(`${address}/half`)).rejects.toThrow("/half cannot be read: the connection ended early");
    server.close();
    server.closeAllConnections();
    await expect(loadModel(`${address}/gone`)).rejects.toThrow("/gone cannot be read: ");
  });
});

test("the portable SHA-256 equals Node's SHA-256, however the bytes are split", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(130), { maxLength: 5 }), (bytes, cuts) => {
      const hash = portableSha256();
      let from = 0;
      for (const size of cuts) {
        hash.update(bytes.subarray(from, from + size));
        from = Math.min(bytes.length, from + size);
      }
      hash.update(bytes.subarray(from));
      expect(hash.hex()).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
  );
});
