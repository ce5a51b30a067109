import type { Rule } from "@tierwise/core-integrator";
import { type Command, Option } from "commander";
import { integer, number, oneOf } from "./common-options.ts";

/** The flags that choose how integrals are computed. */
export interface RuleFlags {
  readonly rule: "adaptive" | "exact" | "midpoint";
  readonly tolerance?: number;
  readonly intervals: number;
  readonly shift: number;
  readonly center: "none" | "row";
  readonly maxTier?: number;
}

/** Adds the options of every command that computes likelihoods. */
export function addRuleOptions(command: Command): Command {
  const group = "Integral:";
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback?: unknown): void => {
    const option = new Option(flags, description).argParser(parse).helpGroup(group);
    command.addOption(fallback === undefined ? option : option.default(fallback));
  };
  add(
    "--rule <name>",
    "compute integrals with this quadrature rule: adaptive, midpoint (the paper's) or exact",
    oneOf(["adaptive", "midpoint", "exact"]),
    "adaptive",
  );
  add(
    "--tolerance <x>",
    "with --rule adaptive: allow at most this error in the log-probability of a tier (default: 1e-12)",
    number(0),
  );
  add("--intervals <n>", "with --rule midpoint: use this many intervals (T in the paper)", integer(1), 10_000);
  add("--shift <c>", "with --rule midpoint: add this shift to the scores (c in the paper)", number(-1000), 5);
  add(
    "--center <how>",
    "with --rule midpoint: subtract the log-sum-exp of each observation's scores from them (row), or leave the scores unchanged (none)",
    oneOf(["row", "none"]),
    "row",
  );
  add("--max-tier <m>", "omit the likelihood terms of tiers with more items than this (default: no limit)", integer(1));
  return command;
}

/** The rule that the flags select. */
export async function makeRule({ rule, tolerance, intervals, shift, center }: RuleFlags): Promise<Rule> {
  const { adaptive, exact, midpoint } = await import("@tierwise/core-integrator");
  if (rule === "midpoint") return midpoint({ intervals, shift, center });
  if (rule === "exact") return exact();
  return adaptive(tolerance === undefined ? {} : { tolerance });
}
