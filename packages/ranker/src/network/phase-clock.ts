import type { PhaseSeconds } from "../training/engine.ts";

/** Adds up what the parts of steps take. */
export interface PhaseClock {
  readonly seconds: Readonly<PhaseSeconds>;
  /** A step begins. */
  start(): void;
  /** A part ends; the next one begins. */
  end(phase: keyof PhaseSeconds): void;
}

/** A clock for the parts of steps. */
export function phaseClock(): PhaseClock {
  const seconds: PhaseSeconds = { load: 0, hidden: 0, forward: 0, loss: 0, backward: 0, reduce: 0, update: 0 };
  let since = 0;
  return {
    seconds,
    start() {
      since = performance.now();
    },
    end(phase) {
      const time = performance.now();
      seconds[phase] += (time - since) / 1000;
      since = time;
    },
  };
}
