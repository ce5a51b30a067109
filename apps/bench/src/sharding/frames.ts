import type { Socket } from "node:net";

/** A message: its kind, and its content as bytes on an 8-byte boundary. */
export interface Frame {
  readonly kind: number;
  readonly content: ArrayBuffer;
}

/** The size of a frame's header, which contains its kind and length. */
const headerBytes = 8;

/** Sends arrays as one frame, and returns the number of bytes sent. */
export function sendFrame(socket: Socket, kind: number, ...arrays: readonly ArrayBufferView[]): number {
  const length = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const header = new Uint32Array([kind, length]);
  const parts = [header, ...arrays].map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength));
  socket.write(Buffer.concat(parts));
  return headerBytes + length;
}

export function receiveFrames(socket: Socket, onFrame: (frame: Frame) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let needed = headerBytes;
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= needed) {
      const bytes = Buffer.concat(chunks);
      const length = bytes.readUInt32LE(4);
      needed = headerBytes + length;
      chunks = [bytes];
      if (held < needed) return;
      onFrame({ kind: bytes.readUInt32LE(0), content: Uint8Array.from(bytes.subarray(headerBytes, needed)).buffer });
      chunks = [bytes.subarray(needed)];
      held -= needed;
      needed = headerBytes;
    }
  });
}
