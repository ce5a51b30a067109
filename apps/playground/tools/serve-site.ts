import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { isolationHeaders } from "./isolation-headers.ts";

const site = join(import.meta.dirname, "../dist");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** A running server of the built site. */
export interface SiteServer {
  readonly address: string;
  readonly close: () => void;
}

/** Serves the built site on a free port of this machine. By default, it omits the headers for threads, as plain static hosts do. */
export async function serveSite({ isIsolated = false, port = 0 } = {}): Promise<SiteServer> {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, "/index.html");
    const headers = isIsolated ? isolationHeaders : {};
    try {
      const bytes = await readFile(join(site, path));
      response.writeHead(200, { "Content-Type": types[extname(path)] ?? "text/plain", ...headers }).end(bytes);
    } catch {
      response.writeHead(404, headers).end("not found");
    }
  });
  await once(server.listen(port, "localhost"), "listening");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://localhost:${(server.address() as AddressInfo).port}/`, close };
}
