import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { seededRandom } from "@tierwise/testing";
import { expect } from "vitest";
import { ask } from "./ask.ts";
import type { Expected } from "./expected-answers.ts";

/** The counts of requests in a test campaign, and the memory of the server. */
export interface Campaign {
  /** Requests whose answer was compared with the library's. */
  readonly good: number;
  /** Requests that were rejected, by status. */
  readonly refused: Readonly<Record<number, number>>;
  /** The resident memory of the server in megabytes, over time. */
  readonly megabytes: readonly number[];
}

type Random = () => number;
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const row = (features: string): string => `{"rows":[{"features":${features}}]}`;

/** Bodies that must be rejected, each with its status. */
const hostileBodies: readonly (readonly [number, (random: Random) => string])[] = [
  [413, () => "x".repeat(2 ** 20 + 1)],
  [400, () => nested(100_000)],
  [400, () => row(nested(50_000))],
  [400, () => `{"rows":${nested(100_000)}}`],
  [400, () => row('{"1":NaN}')],
  [400, () => row('{"1":"Infinity"}')],
  [400, () => row('{"1":1e999}')],
  [400, () => row('{"-1":1}')],
  [400, () => row('{"1.5":1}')],
  [400, () => row(`{"${"9".repeat(1000)}":1}`)],
  [400, () => '{"rows":[{"indices":[-1]}]}'],
  [400, () => '{"rows":[{"indices":[1e300]}]}'],
  [400, () => '{"rows":[{"features":{}}],"k":0}'],
  [400, () => '{"rows":[{"features":{}}],"k":-5}'],
  [400, () => '{"rows":[{"features":{}}],"k":1e309}'],
  [400, () => '{"rows":[{"features":{}}],"candidates":[1e9]}'],
  [400, () => row('{"__proto__":1}')],
  [400, () => '{"__proto__":{"rows":1},"rows":[]}'],
  [400, () => '{"constructor":{"prototype":{"k":1}},"rows":[]}'],
  [
    400,
    () => `{"rows":[{"indices":[${Array.from({ length: 100 }, (_, i) => i)}],"values":[${Array(100).fill(3e38)}]}]}`,
  ],
  [413, () => `{"rows":[${Array(257).fill('{"features":{}}')}]}`],
  [413, () => `{"rows":[${Array(250).fill('{"features":{}}')}],"k":1e9}`],
  [400, (random) => String.fromCharCode(...Array.from({ length: 200 }, () => 1 + Math.floor(random() * 0xd000)))],
  [400, (random) => row('{"1":1,"2":2}').slice(0, 1 + Math.floor(random() * 30))],
];

/** Sends valid and hostile requests concurrently for a given time, and checks every answer. */
export async function hostileCampaign(
  address: string,
  pid: number,
  { seconds, seed, expected, token }: { seconds: number; seed: number; expected: readonly Expected[]; token: string },
): Promise<Campaign> {
  const end = Date.now() + 1000 * seconds;
  const headers = { authorization: `Bearer ${token}` };
  const rankPath = `${address}/v1/models/m/rank`;
  const refused: Record<number, number> = {};
  const megabytes: number[] = [];
  let good = 0;

  const repeat = async (stream: number, work: (random: Random) => Promise<void>): Promise<void> => {
    const random = seededRandom(seed + stream);
    while (Date.now() < end) await work(random);
  };
  const refuse = (status: number): void => {
    refused[status] = (refused[status] ?? 0) + 1;
  };

  const askGood = async (random: Random): Promise<void> => {
    const { body, items } = expected[Math.floor(random() * expected.length)];
    const answer = await ask(rankPath, body, headers);
    if (answer.status === 503) {
      expect(answer.headers.get("retry-after")).toBe("1");
      return refuse(503);
    }
    expect([answer.status, answer.body.rows?.[0].items]).toEqual([200, items]);
    good++;
  };
  const askHostile = async (random: Random): Promise<void> => {
    const [status, create] = hostileBodies[Math.floor(random() * hostileBodies.length)];
    const body = create(random);
    const answer = await ask(rankPath, body, headers).catch((error: Error) => {
      // A server may close the connection before it has read a body that is too large, and the client may notice the closed connection
      // first.
      const { code } = (error.cause ?? {}) as { code?: string };
      if (body.length > 2 ** 20 && ["EPIPE", "ECONNRESET", "UND_ERR_SOCKET"].includes(code ?? "")) return undefined;
      throw error;
    });
    if (answer === undefined) return refuse(413);
    expect([answer.status, body.slice(0, 80)]).toEqual([answer.status === 503 ? 503 : status, body.slice(0, 80)]);
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.[jt]s|node_modules/);
    expect(Object.keys(answer.body)).toEqual(["error"]);
    refuse(answer.status);
  };
  const askElsewhere = async (random: Random): Promise<void> => {
    const [status, path, body, more] = [
      [404, "/v1/models/nobody", undefined, headers],
      [404, "/../../etc/passwd", undefined, headers],
      [404, `/${"a".repeat(2000)}`, undefined, headers],
      [415, "/v1/models/m/rank", "<x/>", { ...headers, "content-type": "text/xml" }],
      [401, "/v1/models", undefined, { authorization: `Bearer ${"x".repeat(Math.floor(random() * 100))}` }],
      [401, "/metrics", undefined, {}],
      [400, "/v1/models/%zz", undefined, headers],
    ][Math.floor(random() * 7)] as [number, string, unknown, Record<string, string>];
    const answer = await ask(address + path, body, more);
    expect([answer.status, path]).toEqual([status, path]);
    refuse(answer.status);
  };
  /** Opens a connection, sends part of a request, and then sends nothing for a while. */
  const askHalf = async (random: Random): Promise<void> => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    const text = `POST /v1/models/m/rank HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"rows":`;
    socket.write(text.slice(0, 1 + Math.floor(random() * text.length)));
    await new Promise((resolve) => setTimeout(resolve, 200 * random()));
    socket.destroy();
  };
  const watchMemory = async (): Promise<void> => {
    megabytes.push(residentMegabytes(pid));
    await new Promise((resolve) => setTimeout(resolve, 500));
  };

  await Promise.all([
    ...Array.from({ length: 6 }, (_, i) => repeat(i, askGood)),
    ...Array.from({ length: 3 }, (_, i) => repeat(100 + i, askHostile)),
    repeat(200, askElsewhere),
    ...Array.from({ length: 4 }, (_, i) => repeat(300 + i, askHalf)),
    repeat(400, watchMemory),
  ]);
  return { good, refused, megabytes };
}

function residentMegabytes(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
