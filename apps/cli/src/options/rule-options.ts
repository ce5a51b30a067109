import type { Rule } from "@tierwise/core-integrator";
import { type Command, Option } from "commander";
import { integer, number, oneOf } from "./numbers.ts";

/** How integrals are computed, on the command line. */
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
    "adaptive, midpoint (the paper's) or exact",
    oneOf(["adaptive", "midpoint", "exact"]),
    "adaptive",
  );
  add("--tolerance <x>", "of the adaptive rule", number(0));
  add("--intervals <n>", "T of the midpoint rule", integer(1), 10_000);
  add("--shift <c>", "c of the midpoint rule", number(-1000), 5);
  add(
    "--center <how>",
    "scores of the midpoint rule: row (less their log-sum-exp) or none",
    oneOf(["row", "none"]),
    "row",
  );
  add("--max-tier <m>", "leave out the terms of larger tiers", integer(1));
  return command;
}

/** The rule that flags name. */
export async function makeRule({ rule, tolerance, intervals, shift, center }: RuleFlags): Promise<Rule> {
  const { adaptive, exact, midpoint } = await import("@tierwise/core-integrator");
  if (rule === "midpoint") return midpoint({ intervals, shift, center });
  if (rule === "exact") return exact();
  return adaptive(tolerance === undefined ? {} : { tolerance });
}
