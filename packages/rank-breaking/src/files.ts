// `@tierwise/rank-breaking/files` reads graphs from files in Node.
export type { GraphDataset, UserGraph } from "./edges-jsonl.ts";
export { type ReadGraphsOptions, readGraphs } from "./read-graphs.ts";
