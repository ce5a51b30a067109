import { answerErrors } from "./answers/answer-errors.ts";
import { createApp } from "./create-app.ts";
import { createMetrics } from "./metrics/server-metrics.ts";
import type { ModelSlot } from "./models/model-slot.ts";
import { openModels } from "./models/open-models.ts";
import { watchModels } from "./models/watch-models.ts";
import { resolveOptions, type ServerEvent, type ServerOptions } from "./options/server-options.ts";
import { requireToken } from "./requests/bearer-token.ts";
import { createFindSlot } from "./routes/find-slot.ts";
import { addModelRoutes, describeSlot, type ModelDescription } from "./routes/model-routes.ts";
import { addRankRoutes } from "./routes/rank-routes.ts";
import { addMetricsRoute, addStateRoutes } from "./routes/state-routes.ts";
import { addWinProbabilityRoute } from "./routes/win-probability-route.ts";

/** How long a closing server keeps reading requests, in milliseconds. */
const arrivalMilliseconds = 100;

/** A server created by {@link createServer}. */
export interface ModelServer {
  /**
   * Starts to listen.
   *
   * @param options - The port (default 8080; 0 chooses a free port) and the host (default 127.0.0.1, which only this machine can reach).
   * @returns The address, such as `http://127.0.0.1:8080`.
   */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<string>;
  /** Describes the current versions of all models. */
  models(): ModelDescription[];
  /** Checks all models for new versions now, and resolves when they are in use. Failures are reported to `onEvent`. */
  reload(): Promise<void>;
  /** Stops accepting connections, and resolves when all requests in progress are answered. */
  close(): Promise<void>;
}

/**
 * Creates a server that answers ranking requests over HTTP. Concurrent requests are ranked together in batches. The routes are
 * described at `/docs`.
 *
 * | route | answer |
 * | --- | --- |
 * | `POST /v1/models/NAME/rank` | the best items of each row |
 * | `GET /v1/models/NAME/rank` | the ranking of a fitted model |
 * | `GET /v1/models/NAME/win-probability` | the probability that one item is above another in a fitted model |
 * | `GET /v1/models`, `GET /v1/models/NAME` | the models and their versions |
 * | `GET /health`, `GET /ready`, `GET /metrics` | the state of the server |
 *
 * @param options - The models and limits.
 *
 * @example
 * ```ts
 * import { createRanker } from "@tierwise/ranker";
 * import { createServer } from "@tierwise/serve";
 *
 * const itemNames = ["tea", "milk", "juice"];
 * const model = createRanker({ features: 4, items: 3, hidden: 8, seed: 1, itemNames });
 * const server = await createServer({ models: [{ name: "drinks", model }] });
 * const address = await server.listen({ port: 0 });
 * const answer = await fetch(`${address}/v1/models/drinks/rank`, {
 *   method: "POST",
 *   headers: { "content-type": "application/json" },
 *   body: JSON.stringify({ rows: [{ features: { 0: 1, 3: 0.5 } }], k: 2, exclude: ["milk"] }),
 * });
 * const { rows } = await answer.json();
 * console.log(rows[0].items.map(({ name }: { name: string }) => name).sort().join(" ")); // juice tea
 * await server.close();
 * ```
 */
export async function createServer(options: ServerOptions): Promise<ModelServer> {
  const resolved = resolveOptions(options);
  const { token, bodyLimit, pollMilliseconds, closeMilliseconds, onEvent } = resolved;
  let slots: ReadonlyMap<string, ModelSlot> = new Map();
  const metrics = createMetrics(() => slots.values());
  slots = await openModels(resolved.models, resolved, metrics.batch);
  let closing: Promise<void> | undefined;

  const app = await createApp(resolved);
  answerErrors(app, bodyLimit, (error) =>
    onEvent({ type: "error", error: error instanceof Error ? error : new Error(String(error)) }),
  );
  // The hooks use callbacks because a hook that returns a promise delays every answer by a turn of the microtask queue.
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    metrics.answered(routeOptions.url ?? "unknown", method, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  app.addHook("onSend", (_, reply, payload, done) => {
    if (closing !== undefined) reply.header("connection", "close");
    done(null, payload);
  });
  addStateRoutes(app, () => closing !== undefined);
  await app.register(async (guarded) => {
    if (token !== undefined) requireToken(guarded, token);
    const find = createFindSlot(slots);
    addModelRoutes(guarded, slots, find);
    addRankRoutes(guarded, find, resolved);
    addWinProbabilityRoute(guarded, find);
    addMetricsRoute(guarded, metrics);
  });
  await app.ready();

  const watch = watchModels([...slots.values()], pollMilliseconds, (event: ServerEvent) => {
    if (event.type !== "error") metrics.loaded(event.model, event.type === "loaded" ? "loaded" : "failed");
    onEvent(event);
  });

  async function close(): Promise<void> {
    watch.stop();
    // Requests that are already in transit can still arrive; closing their connections now would reset them.
    await new Promise((resolve) => setTimeout(resolve, arrivalMilliseconds));
    // Connections that sent only part of a request would otherwise keep the server open.
    const deadline = setTimeout(() => app.server.closeAllConnections(), closeMilliseconds);
    try {
      await app.close();
      await Promise.all([...slots.values()].map((slot) => slot.close()));
    } finally {
      clearTimeout(deadline);
    }
  }

  return {
    listen: ({ port = 8080, host = "127.0.0.1" } = {}) => app.listen({ port, host }),
    models: () => [...slots.values()].map(describeSlot),
    reload: watch.reload,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
