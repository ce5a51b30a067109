/** A message in the protobuf wire format, as a list of pieces, so that large arrays need not be copied. */
export interface Message {
  /** The number of bytes. */
  readonly size: number;
  /** The bytes, piece by piece. */
  readonly pieces: readonly Piece[];
}

/** Encoded bytes, or an array whose bytes are written unchanged. */
export type Piece = Float32Array | Uint8Array;

/** A message that consists of the given fields, in order. */
export function message(...fields: readonly Message[]): Message {
  let size = 0;
  for (const field of fields) size += field.size;
  return { size, pieces: fields.flatMap(({ pieces }) => pieces) };
}

/** A field with a nonnegative integer: wire type 0. */
export function integerField(field: number, value: number): Message {
  return bytesOf([...varint(8 * field), ...varint(value)]);
}

/** A field with text in UTF-8: wire type 2. */
export function textField(field: number, text: string): Message {
  return bytesField(field, new TextEncoder().encode(text));
}

/** A field with bytes: wire type 2. */
export function bytesField(field: number, bytes: Piece): Message {
  return messageField(field, { size: bytes.byteLength, pieces: [bytes] });
}

/** A field with a message: wire type 2. */
export function messageField(field: number, content: Message): Message {
  const start = bytesOf([...varint(8 * field + 2), ...varint(content.size)]);
  return { size: start.size + content.size, pieces: [...start.pieces, ...content.pieces] };
}

/** A field with several nonnegative integers, packed: wire type 2. */
export function integersField(field: number, values: readonly number[]): Message {
  return bytesField(field, Uint8Array.from(values.flatMap(varint)));
}

/** Encodes an integer with seven bits per byte, lowest bits first. The high bit of a byte is set if another byte follows. */
function varint(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a nonnegative integer`);
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
}

function bytesOf(bytes: readonly number[]): Message {
  return { size: bytes.length, pieces: [Uint8Array.from(bytes)] };
}
