import { connect } from "node:net";
import { createServer, type ModelServer, type ServerOptions } from "@tierwise/serve";
import { afterAll, expect, test } from "vitest";
import { ask } from "./ask.ts";
import { plainRanker, randomRows } from "./example-models.ts";

const model = plainRanker();
const open: ModelServer[] = [];
afterAll(() => Promise.all(open.map((server) => server.close())));

/** A model that answers only after release() is called. */
function heldModel(): { held: typeof model; release: () => void } {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held: { ...model, rank: (...args) => gate.then(() => model.rank(...args)) }, release };
}

async function start(options: Partial<ServerOptions> = {}): Promise<string> {
  const server = await createServer({ models: [{ name: "m", model, version: "v7" }], ...options });
  open.push(server);
  return server.listen({ port: 0 });
}

test("the server answers health and readiness checks, and rejects invalid requests", async () => {
  const address = await start();
  expect((await ask(`${address}/health`)).body).toEqual({ status: "ok" });
  expect((await ask(`${address}/ready`)).body).toEqual({ status: "ready" });
  const unknown = await ask(`${address}/nope`);
  expect([unknown.status, unknown.body.error]).toEqual([
    404,
    { code: "not_found", message: 'there is no route GET "/nope"; see /docs' },
  ]);
  expect((await ask(`${address}/%zz`)).body.error.code).toBe("invalid_request");
  const text = await ask(`${address}/v1/models/m/rank`, "rows", { "content-type": "text/plain" });
  expect([text.status, text.body.error]).toEqual([
    415,
    { code: "unsupported_media_type", message: 'content-type is "text/plain"; expected application/json' },
  ]);
});

test("only the routes of models and metrics require a token", async () => {
  const address = await start({ token: "secret" });
  for (const path of ["/v1/models", "/v1/models/m", "/metrics"]) {
    const none = await ask(address + path);
    expect([none.status, none.body.error.code, none.headers.get("www-authenticate")]).toEqual([
      401,
      "unauthorized",
      "Bearer",
    ]);
    for (const authorization of ["Bearer secret2", "Bearer secrets", "Basic secret", "Bearer ", "secret"]) {
      expect((await ask(address + path, undefined, { authorization })).status).toBe(401);
    }
    expect((await ask(address + path, undefined, { authorization: "Bearer secret" })).status).toBe(200);
  }
  expect((await ask(`${address}/health`)).status).toBe(200);
  expect((await ask(`${address}/docs/json`)).body.components.securitySchemes.token.scheme).toBe("bearer");
});

test("the documentation has schemas for the answers and errors of every route", async () => {
  const { body } = await ask(`${await start()}/docs/json`);
  expect(Object.keys(body.paths).sort()).toEqual([
    "/health",
    "/metrics",
    "/ready",
    "/v1/models",
    "/v1/models/{name}",
    "/v1/models/{name}/rank",
    "/v1/models/{name}/win-probability",
  ]);
  const { requestBody, responses } = body.paths["/v1/models/{name}/rank"].post;
  expect(Object.keys(requestBody.content["application/json"].schema.properties)).toContain("candidates");
  expect(Object.keys(responses)).toEqual(["200", "4XX", "5XX"]);
});

test("metrics count batches, and requests by route and status, and report the version", async () => {
  const address = await start();
  const { rows } = randomRows(3, 1);
  await ask(`${address}/v1/models/m/rank`, { rows });
  await ask(`${address}/v1/models/m/rank`, { rows: 1 });
  const { text } = await ask(`${address}/metrics`);
  for (const line of [
    'tierwise_requests_total{route="/v1/models/:name/rank",method="POST",status="200"} 1',
    'tierwise_requests_total{route="/v1/models/:name/rank",method="POST",status="400"} 1',
    'tierwise_request_seconds_count{route="/v1/models/:name/rank"} 2',
    'tierwise_batch_rows_sum{model="m"} 3',
    'tierwise_batch_rows_count{model="m"} 1',
    'tierwise_queue_rows{model="m"} 0',
    'tierwise_model_info{model="m",version="v7",kind="custom"} 1',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});

test("a full queue is answered with 503 and Retry-After, and later requests succeed", async () => {
  const { held, release } = heldModel();
  const address = await start({ models: [{ name: "m", model: held }], maxQueue: 2, maxRows: 2 });
  const { rows } = randomRows(2, 1);
  const asked = Array.from({ length: 40 }, () => ask(`${address}/v1/models/m/rank`, { rows }));
  await Promise.race(asked); // While the model is held, only refused requests are answered.
  release();
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect([status, body.error.code, headers.get("retry-after")]).toEqual([503, "queue_full", "1"]);
  }
  expect((await ask(`${address}/v1/models/m/rank`, { rows })).status).toBe(200);
});

test("an incomplete request is answered with 408, and its connection is closed", async () => {
  const { hostname, port } = new URL(await start({ requestMilliseconds: 200 }));
  const half =
    "POST /v1/models/m/rank HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
  for (const start of [half, half.slice(0, 40)]) {
    const received = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(start));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text)).on("error", reject);
    });
    expect(received).toMatch(/^HTTP\/1\.1 408 .*\{"error":\{"code":"request_timeout",/s);
  }
});

test("`close` answers requests in progress, even if other requests are incomplete", async () => {
  const { held, release } = heldModel();
  const server = await createServer({ models: [{ name: "m", model: held }], closeMilliseconds: 500 });
  const address = await server.listen({ port: 0 });
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write("POST /v1/models/m/rank HTTP/1.1\r\n"));
  socket.on("error", () => {});
  const { rows } = randomRows(100, 1);
  const asked = Array.from({ length: 20 }, () => ask(`${address}/v1/models/m/rank`, { rows }));
  while (!(await ask(`${address}/metrics`)).text.includes('tierwise_queue_rows{model="m"} 2000')) {}
  const closed = Promise.all([server.close(), server.close()]);
  const { status, body } = await ask(`${address}/ready`);
  expect([status, body.error.code]).toEqual([503, "not_ready"]);
  release();
  expect((await Promise.all(asked)).map((answer) => answer.status)).toEqual(Array(20).fill(200));
  await closed;
  await expect(ask(`${address}/health`)).rejects.toThrow("fetch failed");
  socket.destroy();
});

test.each<[Partial<ServerOptions>, string]>([
  [{ maxBatch: 0 }, "maxBatch is 0; expected a positive integer"],
  [{ batchMilliseconds: Number.NaN }, "batchMilliseconds is NaN; expected a nonnegative number"],
  [{ maxQueue: 10 }, "maxQueue is 10; expected at least 256 (maxRows), so that every allowed request fits"],
  [{ models: [] }, "models is empty; expected at least one model"],
  [{ models: ["a/b", "c/b.tsv"] }, 'models contains the name "b" twice; expected different names'],
  [
    { models: [{ path: "x", name: "a/b" }] },
    'models[0] has the name "a/b"; expected 1 to 200 characters without /, ?, # and control characters',
  ],
  [{ token: "a b" }, "token is empty, or contains spaces or non-ASCII characters; expected visible ASCII characters"],
])("rejects %j", async (options, message) => {
  await expect(createServer({ models: [{ name: "m", model }], ...options })).rejects.toThrow(message);
});
