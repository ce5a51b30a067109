/** A call of a task in a worker. */
export interface TaskCall {
  readonly id: number;
  readonly task: string;
  readonly argument: unknown;
}

/** The result of a call, or the message of its error. */
export type TaskReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** An event that the worker reports during a call. */
export interface TaskEvent {
  readonly event: unknown;
}

/** Sends an event from this worker to the page. */
export function emitEvent(event: unknown): void {
  self.postMessage({ event } satisfies TaskEvent);
}

/** Answers calls from {@link connectTasks} in this worker, one after another. */
export function serveTasks(tasks: object): void {
  const functions = tasks as Readonly<Record<string, (argument: unknown) => Promise<unknown>>>;
  let before = Promise.resolve();
  self.addEventListener("message", ({ data }: MessageEvent<TaskCall>) => {
    before = before.then(async () => {
      const { id, task, argument } = data;
      try {
        self.postMessage({ id, value: await functions[task](argument) } satisfies TaskReply);
      } catch (error) {
        self.postMessage({ id, error: (error as Error).message } satisfies TaskReply);
      }
    });
  });
}
