// Reads files whose headers claim a gigabyte or more, in a process with little memory: `node promised-memory.ts FOLDER`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportPromisingFiles } from "@tierwise/testing/promised-memory";
import { readLetor, readPreferences, readPrefLib, readRatings, readTiersJsonl } from "../../src/index.ts";

const folder = process.argv[2];
writeFileSync(join(folder, "sized.rank.query"), "999999999\n");
const name = "# ALTERNATIVE NAME 1: a\n1: 1\n";
await reportPromisingFiles(folder, [
  ["votes.toi", `# NUMBER ALTERNATIVES: 10000000\n${name}`, (path) => readPrefLib(path)],
  ["huge.toi", `# NUMBER ALTERNATIVES: 999999999\n${name}`, (path) => readPrefLib(path)],
  ["old.soi", "10000000\n1,a\n", (path) => readPrefLib(path)],
  ["rank.txt", "1 qid:1 130000000:1\n", (path) => readLetor(path)],
  ["huge.rank", "1 qid:1 999999999:1\n", (path) => readLetor(path)],
  ["sized.rank", "1 1:1\n", (path) => readLetor(path)],
  ["ratings.csv", "999999999,999999999,999999999\n", (path) => readRatings(path)],
  ["duels.csv", "winner,loser,count\n999999999,999999998,1e300\n", (path) => readPreferences(path)],
  ["tiers.jsonl", '{"tiers": [[999999999], [2147483647]], "weight": 1e300}\n', (path) => readTiersJsonl(path)],
]);
