import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A Redis server on a free port of the loopback interface. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Kills the server with SIGKILL. Acknowledged writes survive in its append-only file. */
  readonly kill: () => Promise<void>;
  /** Starts the server again on the same port with the same data. */
  readonly restart: () => Promise<void>;
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>;
}

/** The reason why Redis cannot be started; undefined if it can. Prints the reason. */
export function redisMissing(title: string): string | undefined {
  const { status } = spawnSync("redis-server", ["--version"]);
  if (status === 0) return undefined;
  const reason =
    "redis-server is not installed; expected Debian's redis-server or another Redis server, version 6.2 or later";
  console.log(`skipped: ${title}: ${reason}`);
  return reason;
}

/** Starts a Redis server with an append-only file. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-redis-"));
  const port = await freePort();
  let server = await start(port, folder);
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill();
      server = await start(port, folder);
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(port: number, folder: string): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  // Changes reach the operating system before the reply, so they survive SIGKILL.
  const durable = ["--appendonly", "yes"];
  const server = spawn("redis-server", [...options, ...durable, "--maxmemory-policy", "noeviction"], {
    stdio: "ignore",
  });
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await answers(port)) return server;
    if (server.exitCode !== null) break;
    await sleep(20);
  }
  server.kill("SIGKILL");
  throw new Error(`redis-server does not answer on port ${port}`);
}

/** Whether Redis replies to PING, which means that it has loaded its data. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.setTimeout(1000, () => socket.destroy());
    socket.once("data", (data) => {
      resolve(data.toString().startsWith("+PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false)).once("close", () => resolve(false));
  });
}

/** Finds a port that no process uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
