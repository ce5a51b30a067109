import { InvalidArgumentError } from "commander";

/** The number of groups of voters: a number, or "auto" to choose it by cross-validation. */
export type GroupCount = number | "auto";

export function groupCount(text: string): GroupCount {
  if (text === "auto") return text;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("Expected a positive integer, or auto.");
}
