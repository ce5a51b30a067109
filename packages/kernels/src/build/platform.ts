/** Whether this is Node or a compatible runtime, with files and `node:worker_threads`. */
export const isNode = typeof process === "object" && process.versions?.node !== undefined;
