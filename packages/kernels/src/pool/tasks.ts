/** The work of one shard. Synchronous: a promise is an error. */
export type Task = (shard: number) => void;

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/**
 * Creates the tasks of a thread. It is called once on every thread, with a clone of the pool's `data` (memories and arrays in
 * shared memory are shared, not copied; on the calling thread it is `data` itself) and the number of the thread, 0 for the
 * calling one.
 */
export type CreateTasks<Data> = (data: Data, thread: number) => Tasks | Promise<Tasks>;
