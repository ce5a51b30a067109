import type { Command } from "commander";
import type { MetricFlags } from "../metrics/evaluator-settings.ts";
import { metricsTable } from "../metrics/metrics-table.ts";
import type { ModelRowsFlags } from "../models/model-rows.ts";
import type { SeenFlags } from "../options/recommender-options.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { openTowers, readTowerRows, seenByTowers } from "./open-towers.ts";
import { type ItemFlags, refuseOtherFlags } from "./tower-options.ts";

export interface EvaluateTowersFlags
  extends CommonOptions,
    Pick<MetricFlags, "k">,
    ModelRowsFlags,
    SeenFlags,
    ItemFlags {
  readonly threads?: number;
}

const applies = [
  ...["k", "seen", "hide", "time", "seed", "users"],
  ...["columns", "delimiter", "duplicates", "encoding", "missing"],
];

/** Runs `tierwise evaluate` for a two-tower model. */
export async function evaluateTowers(
  directory: string,
  path: string,
  flags: EvaluateTowersFlags,
  command: Command,
): Promise<void> {
  const session = createSession(flags);
  refuseOtherFlags(command, applies);
  const opened = await openTowers(directory, flags, session);
  const { selectItems } = await import("@tierwise/documents");
  // By default, items without ratings are left out, because no user could have chosen them.
  const model = flags.items === undefined ? opened.withItems(selectItems(opened.items, opened.trainedItems)) : opened;
  const { rows, protocol } = await readTowerRows(model, directory, path, session, flags, "evaluate");
  const exclude = seenByTowers(model, rows, flags);
  const ks = [...new Set(flags.k)].sort((a, b) => a - b);
  const { evaluate } = await import("@tierwise/metrics");
  const threads = flags.threads === undefined ? {} : { threads: flags.threads };
  const metrics = await evaluate(model, rows, { ks, ...threads, ...(exclude && { exclude }) });
  session.print(metricsTable(metrics, ks, session.colors));
  session.result({ ...metrics, ...(protocol === undefined ? {} : { protocol }) });
}
