/** The work of one shard. Synchronous: a promise is an error. */
export type Task = (shard: number) => void;

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/**
 * What the module given to `createPool` exports under the name `createTasks`. It is called once on every thread, with a clone
 * of the pool's `data` (memories and arrays in shared memory are shared, not copied; on the calling thread it is `data`
 * itself) and the number of the thread, 0 for the calling one.
 */
export type CreateTasks<Data> = (data: Data, thread: number) => Tasks | Promise<Tasks>;

/** Imports a module and has it create its tasks. */
export async function importTasks(module: string, data: unknown, thread: number): Promise<Tasks> {
  const { createTasks } = (await import(/* @vite-ignore */ module)) as { createTasks?: CreateTasks<unknown> };
  if (typeof createTasks !== "function") {
    throw new TypeError(`module ${module} exports ${typeof createTasks} as createTasks; expected a function`);
  }
  return createTasks(data, thread);
}
