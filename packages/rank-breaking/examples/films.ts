// `TIERWISE_DATA=… pnpm --filter @tierwise/rank-breaking example`: ranks films by MovieLens ratings, ignoring differences of half a star.
// TIERWISE_DATA is a directory that contains movielens-latest-small.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  fitFromGraphs,
  type GraphFitOptions,
  graphFromRatings,
  type PreferenceGraph,
  preferencesFromGraphs,
} from "@tierwise/rank-breaking";

const MIN_RATINGS = 100;
/** A user ranks a film above another if the film has at least this many more stars. */
const MARGIN = 1;

type Rating = [film: number, stars: number];

const data = process.env["TIERWISE_DATA"];
if (data === undefined)
  throw new Error("TIERWISE_DATA is not set; expected the directory that contains movielens-latest-small");
const linesOf = (file: string): string[] =>
  readFileSync(join(data, "movielens-latest-small", file), "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1);

const rows = linesOf("ratings.csv").map((line) => line.split(",").map(Number));
const counts = new Map<number, number>();
for (const [, id] of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
const ids = [...counts.keys()].filter((id) => (counts.get(id) ?? 0) >= MIN_RATINGS);
const filmOf = new Map(ids.map((id, film) => [id, film]));
const titles = new Map(linesOf("movies.csv").map((line) => [Number.parseInt(line, 10), titleIn(line)]));

const byUser = new Map<number, Rating[]>();
for (const [user, id, stars] of rows) {
  const film = filmOf.get(id);
  if (film !== undefined) byUser.set(user, [...(byUser.get(user) ?? []), [film, stars]]);
}
const users = [...byUser.values()];
const graphs = graphsOf(users, MARGIN);
const tiers = preferencesFromGraphs(graphs).flatMap((preference) => preference.tiers.slice(0, -1));
const fit = fitFromGraphs(graphs, { items: ids.length });

console.log(`${ids.length} films, ${users.length} users; a film ranks above another if it has at least one star more.`);
console.log(
  `${users.length - fit.uninformative.length} graphs have at least two tiers. Of their ${tiers.length} terms,`,
);
console.log(`${tiers.filter(({ length }) => length === 1).length} have one film and ${atMost(5)} have at most five;`);
console.log(`the largest tier has ${Math.max(...tiers.map(({ length }) => length))} films.\n`);

const ranked = [...fit.utilities.keys()].sort((a, b) => fit.utilities[b] - fit.utilities[a]);
for (const [place, film] of ranked.entries()) {
  if (place === 8) console.log("  …");
  if (place >= 8 && place < ranked.length - 3) continue;
  const error = fit.standardErrors?.[film] ?? Number.NaN;
  const utility = `${fit.utilities[film].toFixed(2).padStart(5)} ± ${error.toFixed(2)}`;
  console.log(`${String(place + 1).padStart(3)}  ${utility}  ${titles.get(ids[film])}`);
}

console.log("\nHow often does a ranking fitted to one half of the users agree with the other half");
console.log("about two films whose ratings differ by at least one star?\n");
report("pairs", MARGIN, { breaking: "pairs" });
for (const maxTier of [1, 5]) report(`order ${maxTier}`, MARGIN, { maxTier });
report("the whole partition", MARGIN, {});
report("the same, without a margin", 0, {});

function graphsOf(ratings: readonly Rating[][], margin: number): PreferenceGraph[] {
  return ratings.map((rated) => graphFromRatings(rated, { margin }));
}

function atMost(size: number): number {
  return tiers.filter(({ length }) => length <= size).length;
}

/** Prints the percentage of pairs, at least one star apart, that are ordered correctly by a fit to the other half of the users. */
function report(name: string, margin: number, options: Partial<GraphFitOptions>): void {
  let agreed = 0;
  let pairs = 0;
  for (const half of [0, 1]) {
    const seen = graphsOf(
      users.filter((_, user) => user % 2 === half),
      margin,
    );
    const { utilities } = fitFromGraphs(seen, { items: ids.length, prior: 1, interval: false, ...options });
    for (const rated of users.filter((_, user) => user % 2 !== half)) {
      for (const [a, more] of rated) {
        for (const [b, less] of rated) {
          if (more - less < 1) continue;
          pairs++;
          const difference = utilities[a] - utilities[b];
          // Films without data have equal utilities up to rounding; a pair of such films counts as half right.
          agreed += Math.abs(difference) < 1e-9 ? 0.5 : Number(difference > 0);
        }
      }
    }
  }
  console.log(`  ${name.padEnd(36)} ${((100 * agreed) / pairs).toFixed(1)}%`);
}

/** Returns the title in a line `id,title,genres`, where titles that contain a comma are in quotes. */
function titleIn(line: string): string {
  const [, quoted, plain] = /^\d+,(?:"((?:[^"]|"")*)"|([^,]*)),/.exec(line) ?? [];
  return quoted?.replaceAll('""', '"') ?? plain ?? line;
}
