export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Reads a safetensors file according to its specification, without code from the package. */
export function readSafetensors(bytes: Buffer): { metadata: Record<string, string>; tensors: Map<string, Tensor> } {
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata, ...entries } = JSON.parse(bytes.toString("utf8", 8, start)) as Record<
    string,
    Record<string, unknown>
  >;
  for (const value of Object.values(metadata)) if (typeof value !== "string") throw new Error("metadata are not text");
  if (start % 8 !== 0) throw new Error(`the data start at byte ${start}`);
  const tensors = new Map<string, Tensor>();
  let end = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const { dtype, shape, data_offsets } = entry as { dtype: string; shape: number[]; data_offsets: [number, number] };
    const count = shape.reduce((product, size) => product * size, 1);
    if (dtype !== "F32" || data_offsets[0] !== end || data_offsets[1] !== end + 4 * count) {
      throw new Error(`${name} is ${JSON.stringify(entry)}, after byte ${end}`);
    }
    const data = new Float32Array(count);
    for (let i = 0; i < count; i++) data[i] = bytes.readFloatLE(start + end + 4 * i);
    tensors.set(name, { shape, data });
    end = data_offsets[1];
  }
  if (start + end !== bytes.length) throw new Error(`the tensors end at byte ${start + end} of ${bytes.length}`);
  return { metadata: metadata as Record<string, string>, tensors };
}
