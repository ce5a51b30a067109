import { createRequire } from "node:module";
import { clock, grouped } from "./numbers.ts";
import type { Session } from "./session.ts";

export interface Progress {
  /** Redraws the bar. `done` counts in the same unit as `total`; `status` is shown after the bar. */
  readonly update: (done: number, status?: string) => void;
  /** Removes the bar. */
  readonly stop: () => void;
}

export interface ProgressOptions {
  readonly title: string;
  readonly total: number;
  /** The unit of the rate. Default: no rate is shown. */
  readonly unit?: string;
  /** How many of the rate's units make up one unit of `total`. Default: 1. */
  readonly scale?: number;
}

const barSize = 16;
const silent: Progress = { update: () => {}, stop: () => {} };

/** Creates a bar with the rate and the time left. Without a terminal it shows nothing, and the caller prints lines instead. */
export function createProgress(session: Session, { title, total, unit, scale = 1 }: ProgressOptions): Progress {
  if (!session.interactive) return silent;
  // Loaded only for a terminal, because most commands start faster without it.
  const { SingleBar } = createRequire(import.meta.url)("cli-progress") as typeof import("cli-progress");
  const speed = unit === undefined ? "" : ` · {speed} ${unit}/s`;
  const bar = new SingleBar({
    format: `${title} {bar} {percentage}%${speed} · {left} left{status}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: barSize,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    // Commands handle Ctrl-C themselves.
    gracefulExit: false,
    fps: 10,
  });
  const started = performance.now();
  const payload = (done: number, status = ""): Record<string, string> => {
    const seconds = (performance.now() - started) / 1000;
    const rate = done / Math.max(seconds, 1e-3);
    const shown = {
      speed: done === 0 ? "–" : grouped(rate * scale),
      left: done === 0 ? "–" : clock((total - done) / rate),
    };
    // A line that is too long for the terminal could not be redrawn in place.
    const used = title.length + barSize + shown.speed.length + shown.left.length + (unit ?? "").length + 20;
    const room = Math.max(0, (process.stderr.columns ?? 80) - used);
    return { ...shown, status: status === "" ? "" : ` · ${status}`.slice(0, room) };
  };
  bar.start(total, 0, payload(0));
  const restoreCursor = (): void => void process.stderr.write("\x1b[?25h");
  process.once("exit", restoreCursor);
  return {
    update: (done, status) => bar.update(Math.min(done, total), payload(done, status)),
    stop() {
      bar.stop();
      process.removeListener("exit", restoreCursor);
    },
  };
}
