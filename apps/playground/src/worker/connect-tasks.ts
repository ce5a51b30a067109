import type { TaskCall, TaskEvent, TaskReply } from "./serve-tasks.ts";

/** The tasks of a worker as local functions, and a way to end the worker. */
export interface TaskConnection<T> {
  readonly tasks: T;
  /** Ends the worker, so that all unanswered calls fail. */
  readonly close: () => void;
}

/** Calls the tasks that {@link serveTasks} serves in a worker. Each task takes at most one argument. */
export function connectTasks<T extends object>(
  worker: Worker,
  onEvent: (event: unknown) => void = () => {},
): TaskConnection<T> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  const failAll = (message: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<TaskEvent | TaskReply>) => {
    if ("event" in data) return onEvent(data.event);
    const caller = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) caller?.reject(new Error(data.error));
    else caller?.resolve(data.value);
  });
  worker.addEventListener("error", ({ message }) => failAll(message || "the worker failed"));
  const call = (task: string, argument: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = calls++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, task, argument } satisfies TaskCall);
    });
  return {
    tasks: new Proxy({} as T, { get: (_, task) => (argument: unknown) => call(String(task), argument) }),
    close() {
      worker.terminate();
      failAll("the computation was stopped");
    },
  };
}
