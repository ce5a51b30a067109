import { printableText } from "@tierwise/data/printable-text";
import type { Command } from "commander";
import { readPreferencesNoted } from "../data/read-preferences-noted.ts";
import { createCommand, integer } from "../options/common-options.ts";
import { addRuleOptions, makeRule, type RuleFlags } from "../options/rule-options.ts";
import { addSourceOptions, type SourceFlags } from "../options/source-options.ts";
import { count, counted } from "../terminal/numbers.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

interface LikelihoodFlags extends CommonOptions, RuleFlags, SourceFlags {
  readonly scores?: string;
  readonly top: number;
}

export function likelihoodCommand(): Command {
  const command = createCommand("likelihood", [
    "tierwise likelihood votes.jsonl",
    "tierwise fit votes.jsonl --json > fit.json && tierwise likelihood votes.jsonl --scores fit.json",
    "tierwise likelihood votes.toi --rule midpoint --intervals 10000 --shift 5 --json",
  ])
    .argument(
      "<files...>",
      "battles, ratings, votes or other preferences, in files with the same layout; or - for standard input",
    )
    .option(
      "--scores <file>",
      "read item scores from this file: JSON, or lines of name<tab>score (default: all scores are 0)",
    )
    .option("--top <n>", "show this many gradient entries, the largest first", integer(0), 10);
  return addRuleOptions(addSourceOptions(command)).action(runLikelihood);
}

async function runLikelihood(paths: string[], flags: LikelihoodFlags): Promise<void> {
  const session = createSession(flags);
  const { logLikelihoodGradient } = await import("@tierwise/core-integrator");
  const { itemNames, preferences, weights, reading } = await readPreferencesNoted(paths, flags, session);
  const scores = await scoresOf(itemNames, flags.scores, session);
  const rule = await makeRule(flags);
  const options = { rule, ...(flags.maxTier === undefined ? {} : { maxTier: flags.maxTier }) };
  const gradient = new Float64Array(itemNames.length);
  let [logLikelihood, error, evaluations] = [0, 0, 0];
  for (const [i, preference] of preferences.entries()) {
    const one = logLikelihoodGradient(scores, preference, options);
    logLikelihood += weights[i] * one.logLikelihood;
    error += weights[i] * one.error;
    evaluations += one.evaluations;
    for (let item = 0; item < itemNames.length; item++) gradient[item] += weights[i] * one.gradient[item];
  }
  const observations = weights.reduce((sum, weight) => sum + weight, 0);
  const byItem = itemNames.map((name, item) => ({ name, score: scores[item], gradient: gradient[item] }));
  session.result({ reading, logLikelihood, error, evaluations, rule: rule.name, observations, items: byItem });
  session.print(`log-likelihood  ${logLikelihood}`);
  session.print(`error           ${error.toPrecision(2)} (estimated, absolute)`);
  session.print(
    `rule            ${rule.name}, ${counted(evaluations, "evaluation")} for ${counted(preferences.length, "preference")}`,
  );
  session.print(`observations    ${count(observations)} of ${counted(itemNames.length, "item")}`);
  const largest = byItem.toSorted((a, b) => Math.abs(b.gradient) - Math.abs(a.gradient)).slice(0, flags.top);
  if (largest.length === 0) return;
  const rows = largest.map(({ name, score, gradient }) => [printableText(name), score.toFixed(4), gradient.toFixed(6)]);
  const table = { head: ["item", "score", "gradient"], rows, align: ["left", "right", "right"] as const };
  session.print(`\n${renderTable(table, session.colors)}`);
  if (largest.length < itemNames.length)
    session.print(`… the largest ${largest.length} of ${itemNames.length}; --json has all`);
}

/** Reads the scores of the items from a file; without a file, all scores are 0. */
async function scoresOf(
  itemNames: readonly string[],
  path: string | undefined,
  session: Session,
): Promise<Float64Array> {
  if (path === undefined) return new Float64Array(itemNames.length);
  const { readScores } = await import("@tierwise/data");
  return readScores(path, itemNames, session.memory);
}
