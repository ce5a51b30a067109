import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ModelSlot } from "../models/model-slot.ts";

/** The metrics of a server, in its own registry. */
export interface ServerMetrics {
  /** Counts an answered request; `route` is the pattern, such as `/v1/models/:name/rank`. */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
  /** Records a call of a model. */
  readonly batch: (model: string, rows: number) => void;
  /** Counts a new version of a model, or a failure to load one. */
  readonly loaded: (model: string, result: "failed" | "loaded") => void;
  /** All metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const latencySeconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const batchRows = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Creates the metrics of a server; values that change by themselves are read from the slots when metrics are requested. */
export function createMetrics(slots: () => Iterable<ModelSlot>): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "tierwise_requests_total",
    help: "Requests by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "tierwise_request_seconds",
    help: "Seconds from the arrival of a request to the end of its answer.",
    labelNames: ["route"],
    buckets: latencySeconds,
    registers,
  });
  const batches = new Histogram({
    name: "tierwise_batch_rows",
    help: "Rows that a model ranked in one call.",
    labelNames: ["model"],
    buckets: batchRows,
    registers,
  });
  const loads = new Counter({
    name: "tierwise_model_loads_total",
    help: "New versions of a model that were loaded, or failed to load, since the server started.",
    labelNames: ["model", "result"],
    registers,
  });
  new Gauge({
    name: "tierwise_queue_rows",
    help: "Rows that wait or are being ranked.",
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

  // Children are looked up once per combination of labels, because a lookup costs more than the count.
  const requestCounts = new Map<string, Counter.Internal>();
  const latencies = new Map<string, Histogram.Internal<"route">>();
  const sizes = new Map<string, Histogram.Internal<"model">>();
  return {
    answered(route, method, status, elapsed) {
      once(requestCounts, `${route} ${method} ${status}`, () => requests.labels(route, method, String(status))).inc();
      once(latencies, route, () => seconds.labels(route)).observe(elapsed);
    },
    batch(model, rows) {
      once(sizes, model, () => batches.labels(model)).observe(rows);
    },
    loaded(model, result) {
      loads.inc({ model, result });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** The value of a key, created at its first use. */
function once<T>(values: Map<string, T>, key: string, create: () => T): T {
  let value = values.get(key);
  if (value === undefined) {
    value = create();
    values.set(key, value);
  }
  return value;
}
