import type { ClickColumns } from "@tierwise/documents";
import type { Command } from "commander";
import { number, oneOf } from "../options/common-options.ts";
import { addClickOption, type DocumentFileFlags } from "./document-options.ts";

/** The flags for click logs. */
export interface ClickFileFlags {
  readonly clickColumn?: string;
  readonly positionColumn?: string;
  readonly pageColumn?: string;
  /** The path of a file with propensities, or `none`. */
  readonly propensities?: string;
  readonly clip?: number;
}

/** How `evaluate` weighs clicks. */
export type EstimatorName = "ips" | "self-normalized";

/** Adds the options for click logs. */
export function addClickOptions(command: Command): Command {
  const add = (flags: string, description: string, parse: (text: string) => unknown = String): void =>
    addClickOption(command, flags, description, parse);
  add(
    "--click-column <name>",
    "in CSV files: read clicks (1 or 0) from this column (default: click, clicked, is_click or is_clicked)",
  );
  add(
    "--position-column <name>",
    "in CSV files: read positions (counted from 1) from this column (default: position, pos or rank)",
  );
  add(
    "--page-column <name>",
    "in CSV files: use this column to distinguish the pages shown for a query (default: page, session or impression, with or without _id, or search_id; without such a column, by the order of rows)",
  );
  add(
    "--propensities <file>",
    "read the propensity of each position (the probability that users look at it) from this file (one per line, or the columns position and propensity), or ignore positions (none) (default: estimated from the clicks)",
  );
  add(
    "--clip <weight>",
    "limit the weight of a click to this value; this reduces variance but adds bias (default: no limit)",
    number(1),
  );
  return command;
}

/** Adds the option for the counterfactual estimator. */
export function addEstimatorOption(command: Command): Command {
  addClickOption(
    command,
    "--estimator <name>",
    "estimate the gain per page (ips) or per relevant document (self-normalized) (default: ips)",
    oneOf(["ips", "self-normalized"]),
  );
  return command;
}

/** The reader options that the flags set. */
export function clickColumns({
  queryColumn,
  clickColumn,
  positionColumn,
  pageColumn,
}: ClickFileFlags & DocumentFileFlags): ClickColumns {
  const given = Object.entries({ queryColumn, clickColumn, positionColumn, pageColumn });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
