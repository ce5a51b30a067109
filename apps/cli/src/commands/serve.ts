import { isIP } from "node:net";
import type { ModelDescription, ServerEvent } from "@tierwise/serve";
import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { widen } from "../models/train-model.ts";
import { byteCount, createCommand, integer, list, number } from "../options/common-options.ts";
import { counted } from "../terminal/numbers.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";

interface ServeFlags extends CommonOptions {
  readonly port: number;
  readonly host: string;
  readonly name?: readonly string[];
  readonly token?: string;
  readonly maxBatch: number;
  readonly batchMs: number;
  readonly maxQueue: number;
  readonly maxRows: number;
  readonly maxDocuments: number;
  readonly bodyLimit: number;
  readonly wide?: boolean;
  readonly poll: number;
}

export function serveCommand(): Command {
  const examples = [
    "tierwise serve model --port 8080",
    "tierwise serve films.tierwise ranking.tsv --name films,leaderboard",
    "TIERWISE_TOKEN=secret tierwise serve model --host 0.0.0.0",
  ];
  const json = new Option("--json", "print the address and the models as JSON when the server is ready");
  return createCommand("serve", examples, json)
    .argument("<model...>", "model directories, model files, or rankings written by `fit --out` or `fit --json`")
    .option("--port <n>", "listen on this port, or on any free port if 0", integer(0), 8080)
    .option(
      "--host <address>",
      "listen on this address, such as 0.0.0.0 to accept requests from other machines",
      "127.0.0.1",
    )
    .option(
      "--name <names>",
      "use these names in URLs, one per model (default: the file names of the models)",
      list((name) => name),
    )
    .option(
      "--token <token>",
      "accept only requests with this bearer token (default: the value of the environment variable TIERWISE_TOKEN)",
    )
    .option(
      "--max-batch <rows>",
      "rank at most this many rows or lists together, unless one request has more; if 1, rank each request separately",
      integer(1),
      64,
    )
    .option("--batch-ms <ms>", "let a batch wait at most this many milliseconds for more requests", number(0), 2)
    .option(
      "--max-queue <rows>",
      "let at most this many rows or lists wait per model, and answer further requests with status 503",
      integer(1),
      4096,
    )
    .option("--max-rows <rows>", "accept at most this many rows or lists per request", integer(1), 256)
    .option(
      "--max-documents <n>",
      "accept at most this many documents per request, in all its lists together",
      integer(1),
      10_000,
    )
    .addOption(
      new Option("--body-limit <size>", "accept request bodies up to this size")
        .argParser(byteCount)
        .default(2 ** 20, "1M"),
    )
    .option(
      "--wide",
      "use V8's experimental 256-bit vectors if they are available (Node 24, x64); this is faster and gives the same results",
    )
    .option(
      "--poll <seconds>",
      "check for new model versions at this interval, in seconds; if 0, never check",
      number(0),
      1,
    )
    .action(runServe);
}

async function runServe(paths: readonly string[], flags: ServeFlags): Promise<void> {
  const session = createSession(flags);
  const { port, host, name: names, maxBatch, batchMs, maxQueue, maxRows, maxDocuments, bodyLimit, poll } = flags;
  if (names !== undefined && names.length !== paths.length) {
    throw new UsageError(`--name is ${names.join(",")}; expected one name per model, ${paths.length} in all`);
  }
  if (port > 65_535) throw new UsageError(`--port is ${port}; expected a port from 0 to 65535`);
  const token = flags.token ?? process.env["TIERWISE_TOKEN"];
  if (token === "") {
    const source = flags.token === undefined ? "the environment variable TIERWISE_TOKEN" : "--token";
    throw new UsageError(`${source} is empty; expected a token; to accept every request, leave it unset`);
  }
  await widen(session, { wide: flags.wide === true });
  const { createServer } = await import("@tierwise/serve");
  const server = await createServer({
    models: paths.map((path, i) => ({ path, ...(names && { name: names[i] }) })),
    ...(token !== undefined && { token }),
    maxBatch,
    batchMilliseconds: batchMs,
    maxQueue,
    maxRows,
    maxDocuments,
    bodyLimit,
    pollMilliseconds: Math.ceil(1000 * poll),
    wide: flags.wide === true,
    onEvent: (event) => session.note(sentenceOf(event)),
  });
  const address = await server.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    await server.close();
    throw error.code === "EADDRINUSE"
      ? new Error(`port ${port} of ${host} is in use; choose a different one with --port, or 0 for any free port`)
      : error;
  });
  if (token === undefined && !isLoopback(host)) {
    session.note(`Anyone who can reach ${host} can send requests, because there is no --token.`);
  }
  announce(session, address, server.models());
  const { signal, release } = onInterrupt(session, "Finishing the requests in progress.");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  await server.close();
  release();
}

function announce(session: Session, address: string, models: readonly ModelDescription[]): void {
  for (const { name, kind, version, items, features } of models) {
    const size = kind === "documents" ? counted(features, "feature") : counted(items, "item");
    session.print(`${address}/v1/models/${encodeURIComponent(name)}/rank  ${kind}, ${size}, version ${version}`);
  }
  session.print(`${address}/docs`);
  session.result({ address, models });
}

function sentenceOf(event: ServerEvent): string {
  if (event.type === "loaded") return `Model ${event.model} now uses version ${event.version}.`;
  if (event.type === "load-failed")
    return `The new version of model ${event.model} could not be loaded; the old version stays in use: ${event.error.message}`;
  return `A request failed: ${event.error.stack ?? event.error.message}`;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
