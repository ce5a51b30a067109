import type { KeepColumns } from "@tierwise/data";
import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { integer, number, oneOf } from "./common-options.ts";

/** The flags that set the kind of interval and the scale of a ranking. */
export interface RankingFlags {
  readonly interval?: "information" | "sandwich" | "bootstrap";
  readonly resamples?: number;
  readonly scale?: "elo" | "log-odds" | "win-probability";
  readonly anchor?: string;
}

/** Adds the options for intervals and scales. */
export function addRankingOptions(command: Command): Command {
  const add = (flags: string, description: string, parse: (text: string) => unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).helpGroup("Intervals and scale:"));
  };
  add(
    "--interval <method>",
    "compute intervals by this method: information (assumes that the model is correct), or sandwich or bootstrap (both valid even if the model is wrong, and clustered by judge) (default: information)",
    oneOf(["information", "sandwich", "bootstrap"]),
  );
  add("--resamples <n>", "with --interval bootstrap: draw this many resamples (default: 1000)", integer(2));
  add(
    "--scale <name>",
    "show values on this scale: elo (mean 1000), log-odds, or win-probability (against the average item) (default: the fitted utilities)",
    oneOf(["elo", "log-odds", "win-probability"]),
  );
  add(
    "--anchor <name=value>",
    "with --scale elo or log-odds: set the value of one item, such as gpt-4=1200",
    (text) => text,
  );
  return command;
}

/** Throws if flags for intervals and scales contradict each other. */
export function checkRankingFlags({ interval, resamples, scale, anchor }: RankingFlags): void {
  if (resamples !== undefined && interval !== "bootstrap") {
    throw new UsageError("--resamples requires --interval bootstrap");
  }
  if (anchor !== undefined && scale !== "elo" && scale !== "log-odds") {
    throw new UsageError("--anchor requires --scale elo or --scale log-odds");
  }
}

/** The flags of `fit` that apply only to battles. */
export interface BattleFlags {
  readonly ties?: "half" | "davidson" | "drop";
  readonly bothBad?: "tie" | "below";
  readonly cluster?: string;
  readonly control?: readonly string[];
  readonly by?: string;
  readonly judges?: boolean;
  readonly judgePrior?: number;
}

/** Adds the options for fitting battles. */
export function addBattleOptions(command: Command): Command {
  const add = (
    flags: string,
    description: string,
    parse: (text: string, before?: string[]) => unknown = String,
  ): void => {
    const option = new Option(flags, description).helpGroup("Battles:");
    // The cast is necessary because commander's types do not know the values of the flag.
    option.parseArg = parse as NonNullable<typeof option.parseArg>;
    command.addOption(option);
  };
  add(
    "--ties <how>",
    "count a tie as half a win for each side (half), model ties as a third outcome (davidson), or ignore them (drop) (default: half)",
    oneOf(["half", "davidson", "drop"]),
  );
  add(
    "--both-bad <what>",
    'count "both bad" votes as ties (tie), or as losses of both sides to a virtual item "acceptable", which is then also ranked (below) (default: tie)',
    oneOf(["tie", "below"]),
  );
  add(
    "--cluster <column>",
    "with --interval sandwich or bootstrap: treat battles with the same value in this column as dependent, or all battles as independent (none) (default: the judge column, if there is one)",
  );
  add(
    "--control <columns>",
    "estimate the effect of this numeric column, of a difference such as length_a-length_b, or of being the first side (position); can be repeated",
    (text, before = []) => [...before, text],
  );
  add(
    "--by <column>",
    "also make a separate fit for each value of this column, such as language, or for each month of the time column (month)",
  );
  const judges = "estimate how reliable each judge is, and test whether judges differ";
  command.addOption(new Option("--judges", judges).helpGroup("Battles:"));
  add(
    "--judge-prior <strength>",
    "with --judges: pull reliabilities toward 1 with a prior of this strength, which is needed if some judges have few battles (default: 0)",
    number(0),
  );
  return command;
}

/** The flag of each setting, in the order in which problems are reported. */
const battleFlagNames: Readonly<Record<keyof BattleFlags, string>> = {
  ties: "--ties",
  bothBad: "--both-bad",
  cluster: "--cluster",
  control: "--control",
  by: "--by",
  judges: "--judges",
  judgePrior: "--judge-prior",
};

/** Throws if a flag for battles is set; the error states why the flag does not apply. */
export function refuseBattleFlags(flags: BattleFlags, reason: string): void {
  for (const [key, name] of Object.entries(battleFlagNames)) {
    if (flags[key as keyof BattleFlags] !== undefined) throw new UsageError(`${name} ${reason}`);
  }
}

/** Returns the columns of battles that the flags need, as options for the reader. */
export function keptColumns(flags: BattleFlags & { readonly interval?: string }): { keep?: KeepColumns } {
  const { cluster, control = [], by, judges, interval } = flags;
  if (cluster !== undefined && !isClustered(interval)) {
    throw new UsageError("--cluster requires --interval sandwich or --interval bootstrap");
  }
  const named = cluster === undefined || cluster === "none" ? undefined : cluster;
  const clusters =
    named === undefined ? { judges: cluster === undefined && isClustered(interval) } : { cluster: named };
  const factors = [...(by === undefined ? [] : [by]), ...(judges === true ? ["judge"] : [])];
  const numbers = [...new Set(control.filter((name) => name !== "position").flatMap(controlColumns))];
  const keep: KeepColumns = {
    ...clusters,
    ...(factors.length > 0 && { factors }),
    ...(numbers.length > 0 && { numbers }),
  };
  return Object.values(keep).some((part) => part !== false) ? { keep } : {};
}

/** Whether an interval method uses the clusters in the data. */
function isClustered(interval: string | undefined): boolean {
  return interval === "sandwich" || interval === "bootstrap";
}

/** The columns of a control: one column, or two joined by a minus sign. The sign needs spaces around it if a name contains a hyphen. */
function controlColumns(expression: string): string[] {
  const spaced = expression.split(" - ");
  const parts = spaced.length === 2 ? spaced : expression.split("-");
  const columns = parts.map((part) => part.trim());
  if (columns.length > 2 || columns.includes("")) {
    throw new UsageError(
      `--control ${expression}: expected a column or a difference of two, such as length_a-length_b or "len-a - len-b"`,
    );
  }
  return columns;
}
