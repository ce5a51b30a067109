import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { fitCommand } from "../../src/rank/export/command-line.ts";
import { samples } from "../../src/rank/input/samples.ts";
import { createRankState, votesFile } from "../../src/rank/state/rank-state.ts";
import { type RankSettings, usualSettings } from "../../src/rank/state/settings.ts";
import { createRankTasks, type RankAnswer } from "../../src/rank/work/rank-tasks.ts";

const command = join(import.meta.dirname, "../../../cli/bin/tierwise.js");
const sampleFolder = join(import.meta.dirname, "../../public/samples");
const run = promisify(execFile);

/** The text of a file as the page opens it. */
function fileOf(name: string, content: string | Uint8Array) {
  return { name, content: new Blob([typeof content === "string" ? content : new Uint8Array(content)]) };
}

function resultOf(answer: RankAnswer) {
  if ("problem" in answer) throw new Error(answer.problem);
  return answer.result;
}

/** The output of the command with `--json` for a file with this content. */
async function printedJson(name: string, content: Blob, commandLine: string): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-playground-"));
  writeFileSync(join(folder, name), new Uint8Array(await content.arrayBuffer()));
  const words = commandLine.split(" ").slice(1);
  const { stdout } = await run(process.execPath, [command, ...words, "--json"], { cwd: folder });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const cases: [string, Partial<RankSettings>, Record<string, string>][] = [
  ["battles.csv", { scale: "elo", interval: "sandwich", ties: "davidson" }, {}],
  ["film-ratings.csv", { prior: 0, scale: "win-probability" }, {}],
  ["races.csv", {}, {}],
  ["best-worst.csv", { interval: "sandwich" }, {}],
  ["committee.toi", { interval: "bootstrap" }, {}],
  ["judges.csv", {}, { format: "table", columns: "item=dive" }],
];

describe("the ranking of the page", () => {
  test.each(cases)("the ranking of %s has the same numbers as the command's", async (name, settings, reading) => {
    const tasks = createRankTasks();
    const file = fileOf(name, readFileSync(join(sampleFolder, name)));
    const all = { ...usualSettings, ...settings };
    const { isBattles } = resultOf(await tasks.rank({ file, reading, settings: all }));
    const exported = JSON.parse(await tasks.exported("json")) as Record<string, unknown>;
    const { seconds: _, ...printed } = await printedJson(name, file.content, fitCommand(name, all, reading, isBattles));
    expect(exported).toEqual(printed);
  });

  test.each([
    ["Snappy", {}],
    ["gzip", { codec: "GZIP" as const, compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) } }],
  ])("the ranking of a Parquet file compressed with %s has the same numbers as the command's", async (_, options) => {
    const columnData = [
      { name: "winner", data: ["tea", "tea", "milk", "water", "tea"] },
      { name: "loser", data: ["milk", "water", "water", "milk", "milk"] },
    ];
    const file = fileOf("duels.parquet", new Uint8Array(parquetWriteBuffer({ columnData, ...options })));
    const tasks = createRankTasks();
    const { isBattles } = resultOf(await tasks.rank({ file, reading: {}, settings: usualSettings }));
    const commandLine = fitCommand(file.name, usualSettings, {}, isBattles);
    const { seconds: _seconds, ...printed } = await printedJson(file.name, file.content, commandLine);
    expect(JSON.parse(await tasks.exported("json"))).toEqual(printed);
  });

  test("the ranking of a board has the same numbers as the command's", async () => {
    const tasks = createRankTasks();
    const file = votesFile(createRankState());
    if (file === undefined) throw new Error("the first board has no votes");
    resultOf(await tasks.rank({ file, reading: {}, settings: usualSettings }));
    const exported = JSON.parse(await tasks.exported("json")) as Record<string, unknown>;
    const { seconds: _, ...printed } = await printedJson(
      file.name,
      file.content,
      fitCommand(file.name, usualSettings, {}, false),
    );
    expect(exported).toEqual(printed);
  });

  test("the ranking shows numbers in the format of the command", async () => {
    const { rows, reading, matrix } = resultOf(
      await createRankTasks().rank({
        file: fileOf("duels.csv", "winner,loser,count\na,b,30\nb,a,10\n"),
        reading: {},
        settings: { ...usualSettings, prior: 0 },
      }),
    );
    // The utility is log(3)/2 = 0.549, and its standard error is 1/2 √(1/30 + 1/10) = 0.1826.
    expect(rows[0]).toMatchObject({ name: "a", value: "0.549", interval: "0.19 … 0.91", rank: "1", best: ">99 %" });
    expect(reading).toContain("duels.csv: battles (CSV; winner = winner, loser = loser");
    expect(matrix?.observed[1]).toBeCloseTo(0.75, 12);
    expect(matrix?.predicted[1]).toBeCloseTo(0.75, 6);
  });
});

describe("files", () => {
  test("every sample is listed and can be read, in some cases after the user has chosen an option", async () => {
    expect(samples.map(({ file }) => file).toSorted()).toEqual(readdirSync(sampleFolder).toSorted());
    const formats = [];
    for (const { file: name } of samples) {
      const file = fileOf(name, readFileSync(join(sampleFolder, name)));
      const answer = await createRankTasks().rank({ file, reading: {}, settings: usualSettings });
      formats.push("result" in answer ? answer.result.reading.split(" ")[1] : answer.remedies.length);
    }
    expect(formats).toEqual([
      ...["battles", "ratings", "places", "tier-list", "choices", "ballots", "orders", "impressions", "preflib"],
      2,
    ]);
  });

  test("gzipped files are decompressed, and the description says that they were gzipped", async () => {
    const file = fileOf("orders.txt.gz", gzipSync("a > b\nb > a\n"));
    const { reading } = resultOf(await createRankTasks().rank({ file, reading: {}, settings: usualSettings }));
    expect(reading).toContain("orders (TEXT, gzip)");
  });

  test.each([
    ["votes.parquet", new TextEncoder().encode("PAR1 and more"), "cannot be read as Parquet"],
    ["bomb.gz", gzipSync(new Uint8Array(300_000_000)), "bomb.gz"],
    ["broken.gz", Uint8Array.of(0x1f, 0x8b, 8, 0, 1), "has damaged gzip data"],
    ["noise.bin", Uint8Array.from({ length: 4000 }, (_, k) => (k * 7919) % 256), "noise.bin"],
    ["empty.csv", new Uint8Array(0), "empty.csv"],
  ])("%s is rejected with a reason", async (name, bytes, words) => {
    const answer = await createRankTasks().rank({ file: fileOf(name, bytes), reading: {}, settings: usualSettings });
    expect("problem" in answer && answer.problem).toContain(words);
  });

  test("remedies resolve the errors for which they are offered", async () => {
    const tasks = createRankTasks();
    const duel = fileOf("duel.csv", "winner,loser\na,b\n");
    const infinite = await tasks.rank({ file: duel, reading: {}, settings: { ...usualSettings, prior: 0 } });
    expect(infinite).toMatchObject({ remedies: [{ prior: 0.1 }] });
    const gaps = fileOf("gaps.csv", "user,item,rating\nu,a,5\nu,b,\nu,c,3\n");
    const answer = await tasks.rank({ file: gaps, reading: {}, settings: usualSettings });
    if (!("problem" in answer)) throw new Error("expected a problem");
    expect(answer.remedies).toEqual([{ words: "Skip such rows", reading: { missing: "skip" } }]);
    const [{ reading = {} }] = answer.remedies;
    expect(resultOf(await tasks.rank({ file: gaps, reading, settings: usualSettings })).rows).toHaveLength(2);
  });
});

describe("questions", () => {
  test("questions contain the items that `tierwise ask` proposes", async () => {
    const { board, ...state } = createRankState();
    const votes = votesFile({ ...state, board });
    const asked = await createRankTasks().ask({ items: board.items, votes, size: 4, seed: 1 });
    const folder = mkdtempSync(join(tmpdir(), "tierwise-playground-"));
    writeFileSync(join(folder, "votes.jsonl"), (await votes?.content.text()) ?? "");
    writeFileSync(join(folder, "items.txt"), board.items.join("\n"));
    const flags = "ask votes.jsonl --items items.txt --sets 1 --size 4 --json".split(" ");
    const { stdout } = await run(process.execPath, [command, ...flags], { cwd: folder });
    const { questions } = JSON.parse(stdout) as { questions: { items: string[] }[] };
    expect(asked.map((item) => board.items[item])).toEqual(questions[0].items);
  });

  test("the first question about two items contains both", async () => {
    expect(await createRankTasks().ask({ items: ["a", "b"], votes: undefined, size: 4, seed: 1 })).toEqual([0, 1]);
  });
});

describe("exports", () => {
  test("CSV quotes names, and SVG escapes them", async () => {
    const tasks = createRankTasks();
    const names = ['<script>alert("1")</script>', "=1+1, and more", "plain"];
    const lines = [names, names.toReversed()].map((tiers) => JSON.stringify({ tiers: tiers.map((name) => [name]) }));
    resultOf(await tasks.rank({ file: fileOf("v.jsonl", lines.join("\n")), reading: {}, settings: usualSettings }));
    const csv = await tasks.exported("csv");
    expect(csv.split("\n")[0]).toBe(
      "place,item,utility,standardError,from,to,rankFrom,rankTo,probabilityBest,probabilityTop,groups",
    );
    expect(csv).toContain('"<script>alert(""1"")</script>"');
    expect(csv).toContain('"\'=1+1, and more"');
    const svg = await tasks.exported("svg");
    expect(svg).toContain("&lt;script&gt;");
    expect(svg).not.toContain("<script");
  });

  test("the command line quotes what a shell would interpret", () => {
    expect(fitCommand("-a b.csv", { ...usualSettings, prior: 0 }, { columns: "a=x y" }, false)).toBe(
      "tierwise fit './-a b.csv' --columns 'a=x y'",
    );
    expect(fitCommand("votes.jsonl", { ...usualSettings, ties: "drop", scale: "elo" }, {}, true)).toBe(
      "tierwise fit votes.jsonl --prior 0.1 --scale elo --ties drop",
    );
  });
});
