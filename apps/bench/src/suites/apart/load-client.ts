// Sends requests to a server on this machine. The suite `serve` starts this process and sends it one message per measurement.
import autocannon from "autocannon";

export interface LoadTask {
  readonly address: string;
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  /** The request bodies to send in turn; without bodies, GET requests are sent. */
  readonly bodies: readonly string[];
}

/** The result of a measurement; times are in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of requests that did not get a 2xx response. */
  readonly failed: number;
}

process.on("message", async ({ address, path, connections, seconds, bodies }: LoadTask) => {
  const headers = { "content-type": "application/json" };
  const posts = bodies.map((body) => ({ method: "POST" as const, path, headers, body }));
  const { requests, latency, duration, non2xx, errors } = await autocannon({
    url: address + path,
    connections,
    duration: seconds,
    ...(posts.length > 0 && { requests: posts }),
  });
  const requestsPerSecond = requests.total / duration;
  process.send?.({
    requestsPerSecond,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors,
  } satisfies LoadResult);
});
