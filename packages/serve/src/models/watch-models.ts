import type { ServerEvent } from "../options/server-options.ts";
import type { ModelSlot } from "./model-slot.ts";

export interface ModelWatch {
  /** Checks now, and returns when new versions have been loaded. */
  readonly reload: () => Promise<void>;
  readonly stop: () => void;
}

/** Checks for new versions every `pollMilliseconds`, or never if the interval is 0. A version that cannot be loaded is reported once. */
export function watchModels(
  slots: Iterable<ModelSlot>,
  pollMilliseconds: number,
  onEvent: (event: ServerEvent) => void,
): ModelWatch {
  const failures = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function reload(): Promise<void> {
    for (const { name: model, reload: take, current } of slots) {
      try {
        if (await take()) onEvent({ type: "loaded", model, version: current().version });
        failures.delete(model);
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (failures.get(model) !== error.message) onEvent({ type: "load-failed", model, error });
        failures.set(model, error.message);
      }
    }
  }

  function schedule(): void {
    if (stopped || pollMilliseconds === 0) return;
    timer = setTimeout(() => void reload().finally(schedule), pollMilliseconds);
    timer.unref();
  }

  schedule();
  return {
    reload,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
