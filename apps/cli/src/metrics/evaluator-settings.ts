import type { XmlDataset } from "@tierwise/datasets-xml";
import type { EvaluatorOptions, PsndcgConvention } from "@tierwise/metrics";
import { type Command, Option } from "commander";
import { integer, list, number, oneOf } from "../options/common-options.ts";

/** The flags that determine how metrics are computed. */
export interface MetricFlags {
  readonly k: readonly number[];
  readonly propensityA: number;
  readonly propensityB: number;
  readonly psndcg: PsndcgConvention;
}

/** Label counts of the training data, from which propensities and frequency groups are computed. */
export interface LabelStatistics {
  readonly labelCounts: ArrayLike<number>;
  readonly rows: number;
}

/** Adds the options of every command that computes metrics. */
export function addMetricOptions(command: Command): Command {
  const group = "Metrics:";
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback: unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).default(fallback).helpGroup(group));
  };
  add("--k <list>", "compute the metrics at these cutoffs k, at most 100", list(integer(1)), [1, 3, 5, 10]);
  add(
    "--propensity-a <x>",
    "use this value of A in the propensity model, which gives rare labels more weight in PSP and PSnDCG, such as 0.5 for Wikipedia data or 0.6 for Amazon data",
    number(0),
    0.55,
  );
  add(
    "--propensity-b <x>",
    "use this value of B in the propensity model, which gives rare labels more weight in PSP and PSnDCG, such as 0.4 for Wikipedia data or 2.6 for Amazon data",
    number(0),
    1.5,
  );
  add(
    "--psndcg <convention>",
    "compute PSnDCG@k as the Python package pyxclib does (pyxclib), or as the script of the XML repository does (xml-repo)",
    oneOf(["pyxclib", "xml-repo"]),
    "pyxclib",
  );
  return command;
}

/** Counts how often each label occurs in a training set. */
export async function statisticsOf(data: XmlDataset): Promise<LabelStatistics> {
  const { labelCounts } = await import("@tierwise/datasets-xml");
  return { labelCounts: labelCounts(data), rows: data.numRows };
}

/** The options of an evaluator, with propensities and groups if the label statistics are known. */
export async function evaluatorOptions(
  { k, propensityA, propensityB, psndcg }: MetricFlags,
  statistics: LabelStatistics | undefined,
  { groups }: { groups: boolean },
): Promise<EvaluatorOptions> {
  const ks = [...new Set(k)].sort((a, b) => a - b);
  if (statistics === undefined) return { ks };
  const { evaluatorOptionsFor } = await import("@tierwise/metrics");
  return evaluatorOptionsFor(statistics.labelCounts, statistics.rows, {
    ks,
    psndcg,
    propensity: { a: propensityA, b: propensityB },
    ...(!groups && { groups }),
  });
}
