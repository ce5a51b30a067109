import type { LetorDataset, PreferenceDataset } from "../../src/index.ts";
import type { SessionResult } from "../../src/sources/reading-session.ts";

// Writers for each format: reading the written text again must give the same data.

/** PrefLib orders, with every tier in braces. */
export function prefLibText({ itemNames, preferences, weights }: PreferenceDataset): string {
  const names = itemNames.map((name, i) => `# ALTERNATIVE NAME ${i + 1}: ${name}\n`);
  const orders = preferences.map(({ tiers }, i) => {
    const words = tiers.map((tier) => `{${Array.from(tier, (item) => item + 1).join(",")}}`);
    return `${weights[i]}: ${words.join(",")}\n`;
  });
  return `# NUMBER ALTERNATIVES: ${itemNames.length}\n${names.join("")}${orders.join("")}`;
}

/** One line per rating, with names in quotes. */
export function ratingsText({ itemNames, users = [], preferences, ratings = [] }: SessionResult): string {
  const lines = preferences.flatMap(({ tiers }, user) =>
    tiers.flatMap((tier, m) =>
      Array.from(tier, (item) => `${inQuotes(users[user])},${inQuotes(itemNames[item])},${ratings[user][m]}\n`),
    ),
  );
  return `user,item,rating\n${lines.join("")}`;
}

/** One line per distinct battle, with its weight. */
export function battlesText({ battles, itemNames }: SessionResult): string {
  const outcomes = ["model_a", "model_b", "tie", "both bad", "both good"];
  const lines = Array.from(battles?.weights ?? [], (weight, row) => {
    const sides = [battles?.left[row] ?? 0, battles?.right[row] ?? 0].map((item) => inQuotes(itemNames[item]));
    return `${sides.join(",")},${outcomes[battles?.outcomes[row] ?? 0]},${weight}\n`;
  });
  return `model_a,model_b,winner,weight\n${lines.join("")}`;
}

/** One line per document, with its name in the comment. */
export function letorText(dataset: LetorDataset): string {
  const { itemNames, queries, preferences, relevance, features } = dataset;
  const queryOf: string[] = [];
  for (const [q, { tiers }] of preferences.entries()) {
    for (const tier of tiers) for (const document of Array.from(tier)) queryOf[document] = queries[q];
  }
  const lines = itemNames.map((name, i) => {
    const entries = Array.from({ length: features.indptr[i + 1] - features.indptr[i] }, (_, k) => {
      const at = features.indptr[i] + k;
      return ` ${features.indices[at]}:${features.values[at]}`;
    });
    return `${relevance[i]} qid:${queryOf[i]}${entries.join("")} # docid = ${name}\n`;
  });
  return lines.join("");
}

/** One line per preference. */
export function jsonlText({ itemNames, preferences, weights }: PreferenceDataset): string {
  const lines = preferences.map(({ tiers, rest }, i) =>
    JSON.stringify({
      tiers: tiers.map((tier) => Array.from(tier, (item) => itemNames[item])),
      rest,
      weight: weights[i],
    }),
  );
  return lines.map((line) => `${line}\n`).join("");
}

function inQuotes(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
