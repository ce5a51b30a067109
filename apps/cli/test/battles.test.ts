import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { control, fitBattles, rankUncertainty, reliability, sandwich } from "@tierwise/aggregate";
import { readPreferences } from "@tierwise/data";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const fitted = async (...args: string[]) => JSON.parse((await run("fit", ...args, "--json")).stdout);
const repeated = (times: number, row: string): string[] => Array<string>(times).fill(row);

// Soup wins 8 battles, loses 2 and ties 4.
const pair = [
  "model_a,model_b,winner",
  ...repeated(8, "soup,stew,model_a"),
  ...repeated(2, "soup,stew,model_b"),
  ...repeated(4, "soup,stew,tie"),
];
writeFileSync(join(folder, "pair.csv"), `${pair.join("\n")}\n`);

// Battles of three items with six judges, two languages, two months, and answers of different lengths.
const items = ["soup", "stew", "rice"];
const many = ["model_a,model_b,winner,judge,language,time,length_a,length_b"];
for (let k = 0; k < 360; k++) {
  const [a, b] = [k % 3, (k + 1 + (Math.floor(k / 3) % 2)) % 3];
  const better = a < b ? "model_a" : "model_b";
  const worse = a < b ? "model_b" : "model_a";
  const winner = k % 11 === 0 ? "tie" : k % 7 < 5 ? better : worse;
  const time = k % 2 === 0 ? "2024-03-05 10:00:00" : "2024-04-01 08:30:00";
  const [first, second] = [100 + ((k * 37) % 90), 100 + ((k * 53) % 70)];
  many.push(`${items[a]},${items[b]},${winner},judge ${k % 6},${k % 5 < 3 ? "en" : "de"},${time},${first},${second}`);
}
writeFileSync(join(folder, "many.csv"), `${many.join("\n")}\n`);

test.each([
  ["half", Math.log(10 / 4) / 2],
  ["davidson", Math.log(8 / 2) / 2],
  ["drop", Math.log(8 / 2) / 2],
])("with `--ties %s`, the utilities of two items match the closed form", async (ties, utility) => {
  const result = await fitted("pair.csv", "--ties", ties);
  expect(result.items.map(({ name }: { name: string }) => name)).toEqual(["soup", "stew"]);
  expect(result.items[0].utility).toBeCloseTo(utility, 9);
  expect(result.ties).toMatchObject({ method: ties, count: 4, share: 4 / 14 });
  // ν = ties/√(wins · losses).
  if (ties === "davidson") expect(result.ties.nu).toBeCloseTo(1, 8);
  expect(result.observations).toBe(14);
});

test("counts of one have a singular noun", async () => {
  writeFileSync(join(folder, "one.csv"), "a,b,winner\ntea,milk,a\nmilk,tea,a\ntea,milk,tie\n");
  const { stderr } = await tierwise(["fit", "one.csv"], { cwd: folder });
  expect(stderr).toMatch(/; 1 tie \(a tie is half/);
  expect(stderr).toContain("ties: 1 battle (33.3 %)");
});

test("ties count as half wins by default, and a note states the share of ties", async () => {
  const { stderr } = await run("fit", "pair.csv");
  expect(stderr).toContain("ties: 4 battles (28.6 %), half a win for each side (--ties half)");
  expect((await run("fit", "pair.csv", "--ties", "davidson")).stderr).not.toContain("half a win");
});

test("the scale and the anchor transform the values and their intervals", async () => {
  const { items: anchored, scale } = await fitted(
    "pair.csv",
    "--ties",
    "drop",
    "--scale",
    "elo",
    "--anchor",
    "stew=1200",
  );
  expect(anchored[0].value).toBeCloseTo(1200 + 400 * Math.log10(4), 6);
  expect(anchored[1]).toMatchObject({ value: 1200, valueInterval: [1200, 1200] });
  expect(scale).toEqual({ name: "Elo", anchor: { name: "stew", value: 1200 } });
  const { items: probable } = await fitted("pair.csv", "--ties", "drop", "--scale", "win-probability");
  expect(probable[0].value).toBeCloseTo(2 / 3, 9);
  const { items: centered } = await fitted("pair.csv", "--scale", "elo");
  expect(centered[0].value + centered[1].value).toBeCloseTo(2000, 6);
});

test("intervals, ranks, effects and the test of the judges agree with the library", async () => {
  const keep = { judges: true, factors: ["judge"], numbers: ["length_a", "length_b"] };
  const { battles } = await readPreferences(join(folder, "many.csv"), { keep });
  if (battles === undefined) throw new Error("expected battles");
  const controls = [control("length_a-length_b")];
  const expected = fitBattles(battles, { interval: sandwich(), controls });
  const result = await fitted("many.csv", "--interval", "sandwich", "--control", "length_a-length_b");
  expect(result.interval.method).toBe("sandwich, 6 clusters");
  const ranks = rankUncertainty(expected);
  for (const [k, { item, rankInterval, probabilityBest, probabilityTop }] of ranks.items.entries()) {
    expect(result.items[k]).toMatchObject({ place: k + 1, name: battles.itemNames[item], rankInterval });
    expect(result.items[k]).toMatchObject({ probabilityBest, probabilityTop });
    expect(result.items[k].utility).toBeCloseTo(expected.utilities[item], 10);
    expect(result.items[k].standardError).toBeCloseTo(expected.standardErrors?.[item] ?? Number.NaN, 8);
  }
  expect(result.ranks).toMatchObject({ level: 0.95, k: 3, draws: 4000 });
  expect(result.ranks.groups).toEqual(ranks.groups.map((group) => group.map((item) => battles.itemNames[item])));
  expect(result.effects[0].estimate).toBeCloseTo(expected.effects?.[0].estimate ?? Number.NaN, 10);

  const { judges } = fitBattles(battles, { judges: reliability({ factor: "judge" }) });
  const judged = await fitted("many.csv", "--judges");
  expect(judged.judges.test.pValue).toBeCloseTo(judges?.test.pValue ?? Number.NaN, 8);
  expect(judged.judges.reliabilities).toHaveLength(6);
});

test("`--prior` does not widen intervals, because they do not include the uncertainty of the mean of all items", async () => {
  const [plain, regularized] = [await fitted("many.csv"), await fitted("many.csv", "--prior", "0.01")];
  expect(regularized.items[0].standardError).toBeCloseTo(plain.items[0].standardError, 3);
});

test("`--by` fits the battles of each value of a column separately, and `--by month` fits the battles of each month separately", async () => {
  const { slices } = await fitted("many.csv", "--by", "language", "--scale", "elo");
  expect(slices.map(({ name, battles }: { name: string; battles: number }) => [name, battles])).toEqual([
    ["de", 144],
    ["en", 216],
  ]);
  for (const { items: values } of slices) {
    expect(values.reduce((sum: number, { value }: { value: number }) => sum + value / 3, 0)).toBeCloseTo(1000, 6);
  }
  const monthly = await fitted("many.csv", "--by", "month");
  expect(monthly.slices.map(({ name }: { name: string }) => name)).toEqual(["2024-03", "2024-04"]);
  const { stdout } = await run("fit", "many.csv", "--by", "month");
  expect(stdout).toMatch(/month +2024-03 +2024-04\n(?:\w+ +-?\d.*\n){3}battles +180 +180/);
});

test("a bootstrap depends only on its seed, and resamples individual battles with `--cluster none`", async () => {
  const args = ["many.csv", "--interval", "bootstrap", "--resamples", "50"];
  const [one, same, other] = [await fitted(...args), await fitted(...args), await fitted(...args, "--seed", "1")];
  expect(one.items).toEqual(same.items);
  expect(one.items[0].standardError).not.toBe(other.items[0].standardError);
  expect(one.interval.method).toBe("bootstrap, 50 resamples of 6 clusters");
  expect((await fitted(...args, "--cluster", "none")).interval.method).toBe("bootstrap, 50 resamples");
});

test("`--both-bad below` ranks a virtual item, an acceptable answer, among the items", async () => {
  const rows = [
    "model_a,model_b,winner",
    ...repeated(30, "soup,stew,model_a"),
    ...repeated(30, "soup,stew,model_b"),
    ...repeated(20, "soup,stew,tie (bothbad)"),
  ];
  writeFileSync(join(folder, "bad.csv"), `${rows.join("\n")}\n`);
  const { stderr } = await run("fit", "bad.csv", "--both-bad", "below");
  expect(stderr).toMatch(/acceptable: place 3 of 3, utility -0\.4\d* ± .*; 60 % of answers are acceptable/);
});

test("the table shows a rank interval and a group for each item", async () => {
  const { stdout } = await run("fit", "many.csv", "--scale", "elo");
  const [head, ...lines] = stdout.trimEnd().split("\n");
  expect(head.trim().split(/ {2,}/)).toEqual(["#", "item", "Elo", "95 % interval", "rank", "P(best)", "group"]);
  for (const line of lines) expect(line).toMatch(/^\d {2}\w+ +\d+ +\d+ … \d+ +\d(?:–\d)? +[<>]?\d+ % +[a-c]/);
});

test("the report shows the ranking and the checks of the model", async () => {
  const args = ["--scale", "elo", "--by", "language", "--report", "board.html", "--out", "board.tsv", "-q"];
  expect((await run("fit", "many.csv", ...args)).code).toBe(0);
  const page = readFileSync(join(folder, "board.html"), "utf8");
  for (const title of [
    "Ranking",
    "By language",
    "Win probabilities",
    "Calibration",
    "Cycles",
    "Worst-fitting items",
    "Input",
  ]) {
    expect(page).toContain(`<h2>${title}</h2>`);
  }
  expect(page).toContain("ties: 33 battles (9.2 %), half a win for each side");
  expect(page).toMatch(
    /<th scope="row">soup<\/th><td class="figure">\d+ ± \d+<\/td><td class="figure">\d+ ± \d+<\/td>/,
  );
  expect(page).not.toMatch(/NaN|undefined/);
  const [head, first] = readFileSync(join(folder, "board.tsv"), "utf8").split("\n");
  expect(head.split("\t").slice(-4)).toEqual(["groups", "value", "valueFrom", "valueTo"]);
  expect(first.split("\t")).toHaveLength(head.split("\t").length);
});

test.each([
  [["--by", "nothing"], 'there is no column "nothing"'],
  [["--control", "a-b-c"], "--control a-b-c: expected a column or a difference of two"],
  [["--max-tier", "3"], "--max-tier limits the size of tiers"],
  [["--max-iterations", "3"], "--max-iterations does not apply to battles"],
  [["--judge-prior", "1"], "--judge-prior requires --judges"],
  [["--both-bad", "below", "--judges"], "--both-bad below cannot be combined with --judges"],
  [["--ties", "half", "--loss", "ranknet"], "--ties works only with the battle likelihood"],
  [["--cluster", "judge"], "--cluster requires --interval sandwich"],
  [["--interval", "sandwich", "--loss", "ranknet"], "--interval requires a maximum likelihood fit"],
  [["--resamples", "9"], "--resamples requires --interval bootstrap"],
  [["--anchor", "soup=1000"], "--anchor requires --scale elo"],
  [["--scale", "elo", "--anchor", "soup"], "--anchor soup: expected NAME=VALUE"],
  [["--scale", "elo", "--anchor", "tea=1"], "--anchor tea=1: no item is called tea"],
  [["--seed", "1"], "--seed requires --solver adagrad or --interval bootstrap"],
] as const)("`fit` rejects %j and states the reason", async (flags, problem) => {
  const { code, stdout, stderr } = await run("fit", "many.csv", "-q", ...flags);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(problem)]);
});

test("`fit` rejects flags that apply only to battles if the file has a different layout", async () => {
  writeFileSync(join(folder, "votes.jsonl"), '{"tiers": [["a"], ["b"]]}\n{"tiers": [["b"], ["a"]]}\n');
  writeFileSync(join(folder, "ratings.csv"), "user,item,rating\n1,a,3\n1,b,4\n2,a,4\n2,b,3\n");
  const { code, stderr } = await run("fit", "votes.jsonl", "--ties", "davidson");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--ties applies to battles; votes.jsonl contains tiers")]);
  const ratings = await run("fit", "ratings.csv", "--by", "language");
  expect(ratings.stderr).toContain(
    'the format of this file is "ratings"\n--by, --control and --cluster expect columns of battles',
  );
});
