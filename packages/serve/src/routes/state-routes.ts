import type { FastifyInstance } from "fastify";
import { answers } from "../answers/answer-schemas.ts";
import { RequestError } from "../answers/request-error.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";

const status = { type: "object", required: ["status"], properties: { status: { type: "string" } } } as const;

/** `GET /health` succeeds while the process is running. `GET /ready` succeeds until the server begins to close. */
export function addStateRoutes(app: FastifyInstance, isClosing: () => boolean): void {
  app.get(
    "/health",
    {
      schema: {
        summary: "Whether the process answers",
        tags: ["state"],
        response: answers("The process answers.", status),
      },
    },
    async () => ({ status: "ok" }),
  );
  app.get(
    "/ready",
    {
      schema: {
        summary: "Whether the server accepts requests",
        tags: ["state"],
        response: answers("The server accepts requests.", status),
      },
    },
    async () => {
      if (isClosing()) throw new RequestError("not_ready", "the server is closing", { retryAfter: 1 });
      return { status: "ready" };
    },
  );
}

/** `GET /metrics`, in the text format of Prometheus. */
export function addMetricsRoute(app: FastifyInstance, metrics: ServerMetrics): void {
  app.get(
    "/metrics",
    {
      schema: {
        summary: "Metrics in the text format of Prometheus",
        tags: ["state"],
        produces: ["text/plain"],
        response: { 200: { description: "The metrics.", type: "string" } },
      },
    },
    async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
}
