import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { integer, oneOf } from "./numbers.ts";

/** The flags that set how the uncertainty of a ranking is estimated and on which scale it is shown. */
export interface RankingFlags {
  readonly interval?: "information" | "sandwich" | "bootstrap";
  readonly resamples?: number;
  readonly scale?: "elo" | "log-odds" | "win-probability";
  readonly anchor?: string;
}

/** Adds the options of intervals and scales. */
export function addRankingOptions(command: Command): Command {
  const add = (flags: string, description: string, parse: (text: string) => unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).helpGroup("Intervals and scale:"));
  };
  add(
    "--interval <method>",
    "information: for a correct model; sandwich or bootstrap: for any model, clustered by judge (default: information)",
    oneOf(["information", "sandwich", "bootstrap"]),
  );
  add("--resamples <n>", "bootstrap: number of resamples (default: 1000)", integer(2));
  add(
    "--scale <name>",
    "elo (mean 1000), log-odds, or win-probability against the average item (default: utilities, which are log-odds)",
    oneOf(["elo", "log-odds", "win-probability"]),
  );
  add("--anchor <name=value>", "elo, log-odds: the item whose value is given, such as gpt-4=1200", (text) => text);
  return command;
}

/** Throws if flags of intervals and scales contradict each other. */
export function checkRankingFlags({ interval, resamples, scale, anchor }: RankingFlags): void {
  if (resamples !== undefined && interval !== "bootstrap") {
    throw new UsageError("--resamples requires --interval bootstrap");
  }
  if (anchor !== undefined && scale !== "elo" && scale !== "log-odds") {
    throw new UsageError("--anchor requires --scale elo or --scale log-odds");
  }
}
