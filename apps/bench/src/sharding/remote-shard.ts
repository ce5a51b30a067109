import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { receiveFrames, sendFrame } from "./frames.ts";
import type { Shard, ShardSize } from "./shard.ts";

export const messages = { forward: 1, backward: 2, weights: 3 } as const;

export interface RemoteShard extends Shard {
  /** The number of bytes sent to the shard and received from it so far. */
  readonly bytes: () => number;
  readonly stop: () => void;
}

/** Starts a process for a shard, which connects to this process over the loopback interface. */
export async function startRemoteShard(size: ShardSize): Promise<RemoteShard> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const path = fileURLToPath(new URL(`./shard-process.${extension}`, import.meta.url));
  const child = fork(path, [String(port), JSON.stringify(size)]);
  const [socket] = (await once(server, "connection")) as [Socket];
  server.close();
  socket.setNoDelay(true);
  let bytes = 0;
  let reply: (content: ArrayBuffer) => void = () => {};
  receiveFrames(socket, ({ content }) => reply(content));
  const ask = (kind: number, ...arrays: readonly ArrayBufferView[]): Promise<ArrayBuffer> =>
    new Promise((resolve) => {
      reply = (content) => {
        bytes += content.byteLength + 8;
        resolve(content);
      };
      bytes += sendFrame(socket, kind, ...arrays);
    });
  return {
    async forward(hidden, { offsets, items }) {
      const content = await ask(messages.forward, hidden, offsets, items);
      const rest = new Float64Array(content, 0, 2 * size.batch);
      return { rest, named: new Float32Array(content, rest.byteLength) };
    },
    backward: async ({ rest, named }) => new Float32Array(await ask(messages.backward, rest, named)),
    weights: async () => new Float32Array(await ask(messages.weights)),
    bytes: () => bytes,
    stop() {
      socket.destroy();
      child.kill();
    },
  };
}
