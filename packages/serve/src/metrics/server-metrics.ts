import { Counter, Gauge, type Metric, Registry } from "prom-client";
import type { ModelSlot } from "../models/model-slot.ts";
import { createTallyHistogram } from "./tally-histogram.ts";

/** The metrics of a server, in its own registry. */
export interface ServerMetrics {
  /** Counts an answered request; `route` is a pattern such as `/v1/models/:name/rank`. */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
  readonly batch: (model: string, rows: number) => void;
  /** Counts a new version of a model, or a failure to load a version. */
  readonly loaded: (model: string, result: "failed" | "loaded") => void;
  /** All metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** The number of requests to a route with the same method and status. */
interface RequestCount {
  readonly method: string;
  readonly status: number;
  count: number;
}

const latencySeconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const batchRows = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Creates the metrics of a server. Gauges are read from the slots when metrics are requested. */
export function createMetrics(slots: () => Iterable<ModelSlot>): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  // Requests are collected here until the metrics are read, because prom-client's counter would hash the labels of each request.
  const newRequests = new Map<string, RequestCount[]>();
  new Counter({
    name: "tierwise_requests_total",
    help: "Requests by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
    collect() {
      for (const [route, counts] of newRequests) {
        for (const { method, status, count } of counts) this.inc({ route, method, status }, count);
      }
      newRequests.clear();
    },
  });
  const seconds = createTallyHistogram({
    name: "tierwise_request_seconds",
    help: "Seconds from the arrival of a request to the end of its answer.",
    labelName: "route",
    bounds: latencySeconds,
  });
  const batches = createTallyHistogram({
    name: "tierwise_batch_rows",
    help: "Rows or lists that a model ranked in one call.",
    labelName: "model",
    bounds: batchRows,
  });
  for (const histogram of [seconds, batches]) {
    // The type requires one of prom-client's classes, but a registry only reads the name and calls `get`.
    registry.registerMetric(histogram as unknown as Metric);
  }
  const loads = new Counter({
    name: "tierwise_model_loads_total",
    help: "New versions of a model that were loaded, or failed to load, since the server started.",
    labelNames: ["model", "result"],
    registers,
  });
  new Gauge({
    name: "tierwise_queue_rows",
    help: "Rows or lists that are waiting or being ranked.",
    labelNames: ["model"],
    registers,
    collect() {
      for (const { name, pendingRows } of slots()) this.set({ model: name }, pendingRows());
    },
  });
  new Gauge({
    name: "tierwise_model_info",
    help: "1 for the version that answers new requests.",
    labelNames: ["model", "version", "kind"],
    registers,
    collect() {
      this.reset();
      for (const { name, current } of slots()) {
        const { version, kind } = current();
        this.set({ model: name, version, kind }, 1);
      }
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process in bytes.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });

  return {
    answered(route, method, status, elapsed) {
      let counts = newRequests.get(route);
      if (counts === undefined) {
        counts = [];
        newRequests.set(route, counts);
      }
      const known = counts.find((one) => one.status === status && one.method === method);
      if (known === undefined) counts.push({ method, status, count: 1 });
      else known.count++;
      seconds.observe(route, elapsed);
    },
    batch: batches.observe,
    loaded(model, result) {
      loads.inc({ model, result });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
