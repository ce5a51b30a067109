// The site's service worker. It caches every file for offline use, and adds the headers that threads need but static hosts do not send.

/** The events of a service worker, which are missing from TypeScript's types for pages. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "activate" | "install", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
}

/** The site's files, and a version that changes if any of them changes. The build replaces `__SITE__`. */
const site = JSON.parse("__SITE__") as { version: string; files: string[] };
const cacheName = `tierwise-playground-${site.version}`;
const scope = self as unknown as WorkerScope;

scope.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(replaceOldVersions());
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(["./", ...site.files].map((file) => new Request(file, { cache: "reload" })));
  await scope.skipWaiting();
}

async function replaceOldVersions(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("tierwise-playground-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/**
 * Fetches the page from the network if possible, so that it is up to date. Other files are taken from the cache,
 * because their names change with their content.
 */
async function answer(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (request.mode !== "navigate" && kept !== undefined) return isolated(kept);
  try {
    return isolated(await fetch(request));
  } catch (error) {
    const page = kept ?? (request.mode === "navigate" ? await caches.match("./") : undefined);
    if (page === undefined) throw error;
    return isolated(page);
  }
}

/** Adds to a response the headers that allow a page to use shared memory. */
function isolated(response: Response): Response {
  if (response.type === "opaque" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
