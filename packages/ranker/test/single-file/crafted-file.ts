import { createHash } from "node:crypto";

/** Builds a model file from any header, with correct preamble, digest and length. The data start at a multiple of 64 bytes. */
export function craftedFile(header: unknown, data: Uint8Array, text = JSON.stringify(header)): Buffer {
  const json = Buffer.from(text);
  const start = Math.ceil((64 + json.length) / 64) * 64;
  const file = Buffer.alloc(start + data.length);
  file.write("TIERWISE", "latin1");
  file.writeUInt32LE(1, 8);
  file.writeUInt32LE(json.length, 12);
  file.writeBigUInt64LE(BigInt(file.length), 16);
  createHash("sha256").update(json).digest().copy(file, 24);
  json.copy(file, 64);
  file.set(data, start);
  return file;
}

export function partsOf(file: Buffer): { header: ReturnType<typeof JSON.parse>; data: Buffer } {
  const length = file.readUInt32LE(12);
  const header = JSON.parse(file.toString("utf8", 64, 64 + length));
  return { header, data: file.subarray(Math.ceil((64 + length) / 64) * 64) };
}
