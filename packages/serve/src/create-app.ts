import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fastify, { type FastifyInstance } from "fastify";
import { answerBadAddress, answerConnectionError } from "./answers/answer-errors.ts";
import type { ResolvedOptions } from "./options/server-options.ts";

/** The maximum length of a percent-encoded model name in a path. */
const maxParamLength = 1024;

/** Creates the Fastify instance with its limits, validation, and the OpenAPI page at `/docs`. The caller adds the routes. */
export async function createApp({ bodyLimit, requestMilliseconds, token }: ResolvedOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit,
    requestTimeout: requestMilliseconds,
    routerOptions: { maxParamLength },
    // Values are not converted: "5" is not a number, and unknown properties are errors.
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        verbose: true,
      },
    },
    http: { connectionsCheckingInterval: Math.min(requestMilliseconds, 5000), headersTimeout: requestMilliseconds },
    clientErrorHandler: answerConnectionError,
    frameworkErrors: answerBadAddress,
    // Requests on open connections are answered until the server is closed.
    return503OnClosing: false,
    forceCloseConnections: "idle",
  });
  app.removeContentTypeParser("text/plain");
  await app.register(swagger, {
    openapi: {
      info: {
        title: "Tierwise",
        description: "Ranks items with trained models and fitted rankings.",
        version: "1",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      tags: [
        { name: "models", description: "Rankings" },
        { name: "state", description: "State of the server" },
      ],
      ...(token !== undefined && {
        components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
        security: [{ token: [] }],
      }),
    },
  });
  await app.register(swaggerUi, { routePrefix: "/docs", theme: { title: "Tierwise" } });
  return app;
}
