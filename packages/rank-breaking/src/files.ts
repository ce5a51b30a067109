// `@tierwise/rank-breaking/files`: graphs from files, for Node.
export type { GraphDataset, UserGraph } from "./edges-jsonl.ts";
export { type ReadGraphsOptions, readGraphs } from "./read-graphs.ts";
