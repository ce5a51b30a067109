import { encodeTsvField } from "@tierwise/data/printable-text";
import type { Leaderboard } from "./leaderboard.ts";

const head = "place item utility standardError from to rankFrom rankTo probabilityBest probabilityTop groups".split(
  " ",
);

/** The ranking as TSV, one line per item; with a scale other than utilities, its values are the last three columns. */
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
    ].join("\t");
  });
  const names = isScaled ? [...head, "value", "valueFrom", "valueTo"] : head;
  return `${[names.join("\t"), ...lines].join("\n")}\n`;
}
