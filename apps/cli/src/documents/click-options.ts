import type { ClickColumns } from "@tierwise/documents";
import type { Command } from "commander";
import { number, oneOf } from "../options/common-options.ts";
import { addClickOption, type DocumentFileFlags } from "./document-options.ts";

/** The flags for click logs. */
export interface ClickFileFlags {
  readonly clickColumn?: string;
  readonly positionColumn?: string;
  readonly pageColumn?: string;
  /** A file, or `none`. */
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
    "CSV: column with 1 for clicked documents (default: click, clicked, is_click or is_clicked)",
  );
  add("--position-column <name>", "CSV: column with the position, from 1 (default: position, pos or rank)");
  add(
    "--page-column <name>",
    "CSV: column that tells apart the pages shown for a query (default: page, session, impression or search_id, with or without _id; otherwise the order of rows)",
  );
  add(
    "--propensities <file>",
    "probability that each position is examined, one per line or with the columns position and propensity; none ignores positions (default: estimated from the clicks)",
  );
  add("--clip <weight>", "largest weight of a click: less variance, more bias (default: no limit)", number(1));
  return command;
}

/** Adds the option for the counterfactual estimator. */
export function addEstimatorOption(command: Command): Command {
  addClickOption(
    command,
    "--estimator <name>",
    "ips (gain per page) or self-normalized (gain per relevant document) (default: ips)",
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
