import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { RequestError } from "../answers/request-error.ts";

/** Requires `Authorization: Bearer TOKEN` on the routes of an app. The comparison takes the same time for every wrong token. */
export function requireToken(app: FastifyInstance, token: string): void {
  const expected = digest(token);
  app.addHook("onRequest", async ({ headers }) => {
    const [, given] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return;
    const problem = given === undefined ? "the Authorization header has no bearer token" : "the bearer token is wrong";
    throw new RequestError("unauthorized", `${problem}; expected the token that the server was started with`);
  });
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
