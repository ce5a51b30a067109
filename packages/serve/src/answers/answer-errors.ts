import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, RequestError, statusOf } from "./request-error.ts";
import { mostPrecise, schemaProblem } from "./schema-problem.ts";
import { shown } from "./shown.ts";

interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

/** Sends every error as `{ error: { code, message } }`; the details of unexpected errors go only to `onError`. */
export function answerErrors(app: FastifyInstance, bodyLimit: number, onError: (error: unknown) => void): void {
  app.setErrorHandler((error: FastifyError | RequestError, request, reply) => {
    const known = asRequestError(error, request, bodyLimit);
    if (known === undefined) onError(error);
    return sendError(
      reply,
      known ?? new RequestError("internal_error", "the server failed to answer; its log contains the reason"),
    );
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new RequestError(
        "not_found",
        `there is no route ${request.method} ${shown(request.url.split("?")[0])}; see /docs`,
      ),
    ),
  );
}

/** Answers a request whose address cannot be decoded, before it reaches a route. */
export function answerBadAddress(_: FastifyError, __: FastifyRequest, reply: FastifyReply): void {
  sendError(
    reply,
    new RequestError("invalid_request", "the address is not valid; expected a path with valid percent-encoding"),
  );
}

function sendError(reply: FastifyReply, { code, message, retryAfter }: RequestError): FastifyReply {
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  if (code === "unauthorized") reply.header("www-authenticate", "Bearer");
  return reply.code(statusOf[code]).type("application/json; charset=utf-8").send(errorBody(code, message));
}

function errorBody(code: ErrorCode, message: string): ErrorBody {
  return { error: { code, message } };
}

/** The error to show to the client; undefined for unexpected errors. */
function asRequestError(
  error: FastifyError | RequestError,
  request: FastifyRequest,
  bodyLimit: number,
): RequestError | undefined {
  if (error instanceof RequestError) return error;
  const { code, statusCode = 500, validation, validationContext = "body" } = error;
  if (validation !== undefined && validation.length > 0) {
    return new RequestError("invalid_request", schemaProblem(mostPrecise(validation), `the ${validationContext}`));
  }
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new RequestError("body_too_large", `the body is too large; expected at most ${bodyLimit} bytes`);
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    const type = request.headers["content-type"];
    return new RequestError("unsupported_media_type", `content-type is ${shown(type)}; expected application/json`);
  }
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY")
    return new RequestError("invalid_json", "the body is empty; expected JSON");
  if (error instanceof SyntaxError || code === "FST_ERR_CTP_INVALID_JSON_BODY") {
    return new RequestError(
      "invalid_json",
      "the body is not valid JSON, or has a key that is not allowed, such as __proto__",
    );
  }
  return statusCode >= 400 && statusCode < 500 ? new RequestError("invalid_request", error.message) : undefined;
}

/** Answers a request that Node could not parse, or that took too long, and closes its connection. */
export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return void socket.destroy();
  const code: ErrorCode =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "request_timeout"
      : error.code === "HPE_HEADER_OVERFLOW"
        ? "headers_too_large"
        : "invalid_request";
  const message = {
    request_timeout: "the request did not arrive completely in time",
    headers_too_large: "the headers are too large",
    invalid_request: "the request is not valid HTTP",
  }[code];
  const body = JSON.stringify(errorBody(code, message));
  const head = `HTTP/1.1 ${statusOf[code]} ${code}\r\ncontent-type: application/json; charset=utf-8`;
  if (!socket.writable) return void socket.destroy();
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
  // A client that does not read the answer must not keep the connection open.
  setTimeout(() => socket.destroy(), 1000).unref();
}
