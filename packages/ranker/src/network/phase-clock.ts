import { type PhaseSeconds, phases } from "../training/engine.ts";

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
  const seconds = Object.fromEntries(phases.map((name) => [name, 0])) as PhaseSeconds;
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
