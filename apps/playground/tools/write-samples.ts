// cspell:disable
// `node tools/write-samples.ts`: writes the made-up sample files of the playground to public/samples and public/train-samples.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateRatings } from "@tierwise/data";
import { generateXmlDataset, writeXmlDataset } from "@tierwise/datasets-xml";
import { gumbel, type Random, randomStream } from "@tierwise/random";

const folder = join(import.meta.dirname, "../public/samples");
const random = randomStream(28);

/** Draws an order of the items from a Plackett-Luce model in which earlier items are stronger. */
function drawOrder(items: readonly string[], spread: number, stream: Random): string[] {
  const noisy = items.map((item, k) => ({ item, time: spread * (1 - k / items.length) + gumbel(stream) }));
  return noisy.sort((a, b) => b.time - a.time).map(({ item }) => item);
}

/** Draws `size` different items in random order. */
function drawSet(items: readonly string[], size: number): string[] {
  return drawOrder(items, 0, random).slice(0, size);
}

/** Draws `size` different items, and orders them by one draw from the model, best first. */
function drawRanking(items: readonly string[], size: number, spread: number): string[] {
  const chosen = new Set(drawSet(items, size));
  return drawOrder(items, spread, random).filter((item) => chosen.has(item));
}

function repeat(times: number, line: (k: number) => string): string[] {
  return Array.from({ length: times }, (_, k) => line(k));
}

function write(file: string, lines: readonly string[]): void {
  writeFileSync(join(folder, file), `${lines.join("\n")}\n`);
}

const models = ["aurora-3", "birch-xl", "cobalt-9b", "dune-2", "ember-mini", "fjord-7b", "gale-1", "harbor-s"];
const films = [
  "A Trip to the Moon (1902)",
  "The General (1926)",
  "Nosferatu (1922)",
  "The Gold Rush (1925)",
  "The Kid (1921)",
  "Safety Last! (1923)",
  "The Cabinet of Dr. Caligari (1920)",
  "Sherlock Jr. (1924)",
  "The Phantom of the Opera (1925)",
  "The Great Train Robbery (1903)",
  "Häxan (1922)",
  "The Thief of Bagdad (1924)",
];
const riders = ["Ada", "Bruno", "Chiara", "Dmitri", "Esi", "Farah", "Goran", "Hana", "Ivo", "Jun"];
const features = ["Dark mode", "Offline use", "Faster start", "Shared boards", "Exports", "Shortcuts", "Templates"];
const towns = ["Alder", "Birchwood", "Cedar Falls", "Dunmore", "Elmhurst"];

mkdirSync(folder, { recursive: true });
write("battles.csv", [
  "model_a,model_b,winner,judge",
  ...repeat(400, (k) => {
    const [a, b] = drawSet(models, 2);
    const winner =
      random() < 0.12
        ? "tie"
        : drawRanking([...models], models.length, 3).find((m) => m === a || m === b) === a
          ? "model_a"
          : "model_b";
    return `${a},${b},${winner},judge-${1 + (k % 25)}`;
  }),
]);
write("film-ratings.csv", [
  "user,film,rating",
  ...repeat(60, (k) => {
    const ranking = drawRanking(films, 4 + Math.floor(6 * random()), 2.5);
    return ranking
      .map((film, place) => `viewer ${k + 1},"${film}",${5 - Math.floor((4.5 * place) / ranking.length)}`)
      .join("\n");
  }),
]);
write("races.csv", [
  "race,rider,place",
  ...repeat(12, (k) => {
    const order = drawRanking(riders, riders.length, 4);
    return order
      .map((rider, place) => `Stage ${k + 1},${rider},${place === 9 && k % 3 === 0 ? "DNF" : place + 1}`)
      .join("\n");
  }),
]);
write("tier-list.txt", [
  "S: mango, raspberry",
  "A: peach, strawberry, pineapple, cherry",
  "B: apple, pear, banana",
  "C: melon, grape, kiwi",
  "D: papaya, durian",
]);
write("best-worst.csv", [
  "respondent,item1,item2,item3,item4,best,worst",
  ...repeat(80, (k) => {
    const ranking = drawRanking(features, 4, 2.5);
    return [`r${1 + Math.floor(k / 4)}`, ...ranking.toSorted(), ranking[0], ranking[3]].join(",");
  }),
]);
write("ballots.csv", [
  "voter,choice1,choice2,choice3",
  ...repeat(120, (k) => [`v${k + 1}`, ...drawRanking(towns, 3, 2)].join(",")),
]);
write("orders.txt", [
  "# One order per line; a leading number says how often it occurs.",
  "3: espresso > filter coffee = latte > instant coffee",
  "2: latte > espresso > filter coffee",
  "filter coffee > espresso = latte",
  "2: espresso > instant coffee > latte",
  "instant coffee > filter coffee > espresso",
]);
write("clicks.csv", [
  "session,item,clicked",
  ...repeat(90, (k) => {
    const ranking = drawRanking(models, 5, 2.5);
    return drawOrder(ranking, 0, random)
      .map((result) => `s${k + 1},${result},${result === ranking[0] ? 1 : 0}`)
      .join("\n");
  }),
]);
write("committee.toi", [
  "# FILE NAME: committee.toi",
  "# TITLE: A committee chooses a town",
  "# DATA TYPE: toi",
  `# NUMBER ALTERNATIVES: ${towns.length}`,
  ...towns.map((town, k) => `# ALTERNATIVE NAME ${k + 1}: ${town}`),
  "# NUMBER VOTERS: 21",
  "# NUMBER UNIQUE ORDERS: 5",
  "7: 1,{2,3},4",
  "6: 2,1,5",
  "4: 3,{1,4},5",
  "3: 5,1,{2,3,4}",
  "1: 4,3",
]);
write("judges.csv", [
  "dive,Ann,Ben,Cleo,Dev,Eli",
  ...riders.map((rider, k) => {
    const level = 9 - 0.5 * k;
    return [rider, ...repeat(5, () => (Math.round(2 * (level + 1.6 * (random() - 0.5))) / 2).toFixed(1))].join(",");
  }),
]);

const trainFolder = join(import.meta.dirname, "../public/train-samples");
mkdirSync(trainFolder, { recursive: true });
writeFileSync(
  join(trainFolder, "ratings.csv"),
  generateRatings({ userCount: 150, itemCount: 40, ratingsPerUser: 12, seed: 1 }),
);
const sizes = { rows: 600, features: 60, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 };
await writeXmlDataset(join(trainFolder, "topics.txt"), generateXmlDataset(sizes));
