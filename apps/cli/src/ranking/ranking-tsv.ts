import { encodeTsvField } from "@tierwise/data/printable-text";
import type { Leaderboard } from "./leaderboard.ts";

const head = "place item utility standardError from to rankFrom rankTo probabilityBest probabilityTop groups".split(
  " ",
);

/**
 * The ranking as TSV, one line per item. If there are values on a scale other than utilities, or probabilities under
 * the model, they are in the last columns.
 */
export function rankingTsv({ items, scale }: Leaderboard): string {
  const isScaled = scale.name !== "utility";
  const lines = items.map((item) => {
    const { rankInterval = ["", ""], interval = ["", ""], valueInterval = ["", ""], groups = [] } = item;
    return [
      item.place,
      encodeTsvField(item.name),
      item.utility,
      item.standardError ?? "",
      ...interval,
      ...rankInterval,
      item.probabilityBest ?? "",
      item.probabilityTop ?? "",
      groups.map((group) => group + 1).join(" "),
      ...(isScaled ? [item.value, ...valueInterval] : []),
      ...(item.model ? [item.model.expectedRank, item.model.probabilityFirst, item.model.probabilityTop] : []),
    ].join("\t");
  });
  const names = [
    ...head,
    ...(isScaled ? ["value", "valueFrom", "valueTo"] : []),
    ...(items[0]?.model ? ["modelExpectedRank", "modelProbabilityFirst", "modelProbabilityTop"] : []),
  ];
  return `${[names.join("\t"), ...lines].join("\n")}\n`;
}
