/** Whether this is Node (or an engine that takes its place), with files and `node:worker_threads`. */
export const isNode = typeof process === "object" && process.versions?.node !== undefined;
