/** Stores the site for offline use once the page has loaded. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // Without a service worker, as in some private windows, the page works online.
    navigator.serviceWorker.register("./service-worker.js").catch(() => {});
  });
}
