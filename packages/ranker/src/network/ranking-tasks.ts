import { type CreateTasks, createKernels, type Tasks } from "@tierwise/kernels";
import type { Network } from "./network.ts";
import { scoringTasks } from "./scoring-tasks.ts";

/** What the threads work on: the network, and for each thread where its scratch memory starts. */
export interface RankingData {
  readonly network: Network;
  readonly scratch: readonly Scratch[];
}

/** Where the scratch memory of a thread starts in the two memories. */
export interface Scratch {
  readonly input: number;
  readonly output: number;
}

/** What the threads do that rank rows with a trained network: `hidden → forward → rank`. */
export const createTasks: CreateTasks<RankingData> = ({ network, scratch }, thread) => {
  const input = createKernels(network.module, network.input.memory, { scratch: scratch[thread].input });
  const output = createKernels(network.module, network.output.memory, { scratch: scratch[thread].output });
  const tasks: Tasks = { ...scoringTasks(network, { input, output }) };
  return tasks;
};
