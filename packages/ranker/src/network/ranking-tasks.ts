import { type CreateTasks, createKernels, type Tasks } from "@tierwise/kernels";
import type { Network } from "./network.ts";
import { scoringTasks } from "./scoring-tasks.ts";

/** What the threads do that rank rows with a trained network: `hidden → forward → rank`. */
export const createTasks: CreateTasks<Network> = (network) => {
  const input = createKernels(network.module, network.input.memory);
  const output = createKernels(network.module, network.output.memory);
  const tasks: Tasks = { ...scoringTasks(network, { input, output }) };
  return tasks;
};
