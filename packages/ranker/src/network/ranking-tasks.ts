import { type CreateTasks, createKernels, type Task } from "@tierwise/kernels";
import { itemShards } from "../model/layers.ts";
import * as control from "./control.ts";
import type { Network } from "./network.ts";
import type { Scratch } from "./predictor.ts";
import { type BatchRankings, blockCount, rankTask, type ScoringTasks, scoringTasks } from "./scoring-tasks.ts";

/** The data of the ranking threads: the networks, the scratch memory of each thread, and the output arrays for the rankings. */
export interface RankingData {
  readonly members: readonly { readonly network: Network; readonly scratch: readonly Scratch[] }[];
  readonly rankings: BatchRankings;
}

/** The tasks of the threads that rank rows with trained networks: `hidden → forward → rank`. */
export const createTasks: CreateTasks<RankingData> = ({ members, rankings }, thread) => {
  const tasks = members.map(({ network, scratch }) => {
    const input = createKernels(network.module, network.input.memory, { scratch: scratch[thread].input });
    const output = createKernels(network.module, network.output.memory, { scratch: scratch[thread].output });
    return scoringTasks(network, { input, output });
  });
  return combinedTasks(
    members.map(({ network }) => network),
    tasks,
    rankings,
  );
};

/** Combines the tasks of several networks, one network after another, with the task that ranks by their mean if `rankings` is given. */
export function combinedTasks(
  networks: readonly Network[],
  tasks: readonly ScoringTasks[],
  rankings: BatchRankings | undefined,
): Record<"forward" | "hidden" | "rank", Task> {
  const [{ shape, control: now }] = networks;
  const shards = itemShards(shape.itemCount).length;
  return {
    hidden(unit) {
      const blocks = blockCount(now[control.rowCount]);
      tasks[Math.floor(unit / blocks)].hidden(unit % blocks);
    },
    forward(unit) {
      tasks[Math.floor(unit / shards)].forward(unit % shards);
    },
    rank: rankings === undefined ? () => {} : rankTask(networks, rankings),
  };
}
