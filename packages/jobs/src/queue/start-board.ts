import { openQueue } from "./queue-connection.ts";
import { defaultPrefix } from "./queue-names.ts";

/** Options for {@link startBoard}. */
export interface BoardOptions {
  /** The address of Redis. */
  readonly url: string;
  /** The code version whose queue is shown; see {@link codeDigest}. */
  readonly code: string;
  /** The prefix of all keys in Redis. Default: `"tierwise"`. */
  readonly prefix?: string;
  /** The port of the page, where 0 selects any free port. */
  readonly port: number;
  /** The address on which the page is served. Default: only this machine (`"127.0.0.1"`), because the page has no password. */
  readonly host?: string;
}

/** A web page that shows a queue. */
export interface Board {
  /** The address of the page. */
  readonly address: string;
  /** Stops the server. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a web page that shows the jobs of a queue. Requires the packages `@bull-board/api`, `@bull-board/fastify` and `fastify`.
 *
 * @param options - The address of Redis, and the port of the page.
 */
export async function startBoard(options: BoardOptions): Promise<Board> {
  const { url, code, prefix = defaultPrefix, port, host = "127.0.0.1" } = options;
  const { createBullBoard, BullMQAdapter, FastifyAdapter, fastify } = await loadBoardPackages();
  const connection = await openQueue(url, prefix, code);
  const serverAdapter = new FastifyAdapter();
  createBullBoard({ queues: [new BullMQAdapter(connection.queue, { readOnlyMode: true })], serverAdapter });
  const server = fastify();
  await server.register(serverAdapter.registerPlugin());
  const address = await server.listen({ port, host });
  return {
    address,
    async close() {
      await server.close();
      await connection.close();
    },
  };
}

async function loadBoardPackages() {
  try {
    const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }, { fastify }] = await Promise.all([
      import("@bull-board/api"),
      import("@bull-board/api/bullMQAdapter"),
      import("@bull-board/fastify"),
      import("fastify"),
    ]);
    return { createBullBoard, BullMQAdapter, FastifyAdapter, fastify };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      "the web page of a queue requires optional packages; install them with: npm install @bull-board/api@9.10.1 @bull-board/fastify@9.10.1 fastify@5.12.8",
      { cause: error },
    );
  }
}
