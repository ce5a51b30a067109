/** Stores the site for offline use after the page has loaded. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // If there is no service worker, as in some private windows, the page still works online.
    navigator.serviceWorker.register("./service-worker.js").catch(() => {});
  });
}
