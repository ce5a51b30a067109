// node shard-process.js PORT SIZE: stores a shard, and answers messages from the process that listens on the port.
import { connect } from "node:net";
import { receiveFrames, sendFrame } from "./frames.ts";
import { messages } from "./remote-shard.ts";
import { createShard, type ShardSize } from "./shard.ts";

const [port, text] = process.argv.slice(2);
const size = JSON.parse(text) as ShardSize;
const { batch, hidden } = size;
const shard = await createShard(size);
const socket = connect(Number(port), "127.0.0.1");
socket.setNoDelay(true);
receiveFrames(socket, ({ kind, content }) => void answer(kind, content));
socket.on("close", () => process.exit(0));

async function answer(kind: number, content: ArrayBuffer): Promise<void> {
  if (kind === messages.forward) {
    const rows = new Float32Array(content, 0, batch * hidden);
    const offsets = new Int32Array(content, rows.byteLength, batch + 1);
    const items = new Int32Array(content, rows.byteLength + offsets.byteLength);
    const { rest, named } = await shard.forward(rows, { offsets, items });
    sendFrame(socket, kind, rest, named);
  } else if (kind === messages.backward) {
    const rest = new Float64Array(content, 0, 2 * batch);
    sendFrame(socket, kind, await shard.backward({ rest, named: new Float32Array(content, rest.byteLength) }));
  } else {
    sendFrame(socket, kind, await shard.weights());
  }
}
