import { type CreateTasks, createKernels, type Task } from "@tierwise/kernels";
import { itemShards } from "../model/layers.ts";
import type { BatchRankings } from "./batch-rankings.ts";
import * as control from "./control.ts";
import type { Network } from "./network.ts";
import type { Scratch } from "./predictor.ts";
import { blockCount, rankTask, type ScoringTasks, scoringTasks } from "./scoring-tasks.ts";

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

/** The shards of each panel of items; a shard is never divided between panels. */
export interface PanelShards {
  /** The index of the first shard of the panel that starts at item `firstColumn`. */
  first(firstColumn: number): number;
  count(firstColumn: number): number;
}

export function panelShards({ shape: { itemCount }, output: { scoreColumns } }: Network): PanelShards {
  const shards = itemShards(itemCount);
  const size = shards[0].to;
  const most = Math.ceil(scoreColumns / size);
  const first = (firstColumn: number): number => firstColumn / size;
  return { first, count: (firstColumn) => Math.min(most, shards.length - first(firstColumn)) };
}

/** Combines the tasks of several networks, one network after another, and adds a task that ranks by their mean if `rankings` is given. */
export function combinedTasks(
  networks: readonly Network[],
  tasks: readonly ScoringTasks[],
  rankings: BatchRankings | undefined,
): Record<"forward" | "hidden" | "rank", Task> {
  const [{ control: now }] = networks;
  const shards = panelShards(networks[0]);
  return {
    hidden(unit) {
      const blocks = blockCount(now[control.rowCount]);
      tasks[Math.floor(unit / blocks)].hidden(unit % blocks);
    },
    forward(unit) {
      const count = shards.count(now[control.firstColumn]);
      tasks[Math.floor(unit / count)].forward(shards.first(now[control.firstColumn]) + (unit % count));
    },
    rank: rankings === undefined ? () => {} : rankTask(networks, rankings),
  };
}
