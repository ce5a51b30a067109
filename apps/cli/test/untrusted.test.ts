import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { logOdds } from "@tierwise/aggregate";
import { decodeTsvField } from "@tierwise/data";
import { describe, expect, test } from "vitest";
import { rankingSvg } from "../src/ranking/ranking-plot.ts";
import { markupText } from "../src/report/markup-text.ts";
import { binary } from "./binary.ts";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

describe("format inference", () => {
  const duels = "winner,loser,count\na,b,5\na,c,4\nb,c,3\nb,a,1\nc,a,1\n";
  test.each([
    ["plain.csv", Buffer.from(duels)],
    ["packed.csv.gz", gzipSync(duels)],
    ["packed-without-the-name.csv", gzipSync(duels)],
    ["plain-with-the-name.csv.gz", Buffer.from(duels)],
    ["after-empty-lines.csv.gz", gzipSync(`\ufeff\n\n${duels}`)],
  ])("recognizes comparisons in %s", async (name, content) => {
    write(name, content);
    const { code, stdout } = await run("fit", name, "--prior", "0.1", "--json");
    const { items, observations } = JSON.parse(stdout);
    expect([code, observations]).toEqual([0, 14]);
    expect(items.map((item: { name: string }) => item.name)).toEqual(["a", "b", "c"]);
  });

  test("asks for the columns of a file without a header, even if an item name contains the word `winner`", async () => {
    write("films.csv", "ann,the winner takes it all,5\nann,other,3\nbob,other,4\nbob,the winner takes it all,2\n");
    const unclear = await run("data", "describe", "films.csv", "--json");
    expect([unclear.code, unclear.stdout]).toEqual([2, ""]);
    expect(unclear.stderr).toContain('--columns user=0,item=1,rating=2    "ann" is the user');
    const columns = ["--columns", "user=0,item=1,rating=2"];
    const { code, stdout } = await run("data", "describe", "films.csv", "--json", ...columns);
    expect([code, JSON.parse(stdout).format]).toEqual([0, "ratings"]);
  });

  test("recognizes graphs in compressed JSON Lines", async () => {
    write("graphs.jsonl.gz", gzipSync('{"user": "u", "edges": [["a", "b"]]}\n'));
    const { stdout } = await run("break", "graphs.jsonl.gz", "--json");
    expect(JSON.parse(stdout).graphs).toEqual([{ user: "u", tiers: [["a"], ["b"]], informative: true }]);
  });

  test("rejects edges whose names are not strings", async () => {
    write("objects.jsonl", '{"edges": [[{"a": 1}, {"b": 2}]]}\n');
    const { code, stderr } = await run("break", "objects.jsonl");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tierwise: objects\.jsonl:1: expected \{"edges"/)]);
  });
});

describe("`--max-memory`", () => {
  test("rejects a header whose data exceed the memory limit, with an error that names `--max-memory`", async () => {
    write("big.txt", "1 999999999 999999999\n0 0:1\n");
    const { code, stderr } = await run("data", "describe", "big.txt", "--no-cache");
    expect([code, stderr]).toEqual([
      1,
      "tierwise: big.txt:1: the rows, features and labels in the header need 14.9 GB of memory; the limit, maxBytes, is 1 GB\nRaise the limit with --max-memory, such as --max-memory 8G.\n",
    ]);
  });

  test("rejects a line that is too long", async () => {
    write("line.csv.gz", gzipSync("a".repeat(300_000)));
    const { code, stderr } = await run("fit", "line.csv.gz", "--max-memory", "1M");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^tierwise: line\.csv\.gz:1: the line is longer than 65536/),
    ]);
    expect((await run("fit", "line.csv.gz", "--max-memory", "0")).code).toBe(2);
  });

  test("a higher `--max-memory` allows a file that exceeds the default limit", async () => {
    write("wide.txt", "1 100 150000000\n0 0:1\n");
    expect((await run("data", "describe", "wide.txt", "--no-cache")).code).toBe(1);
    const { code, stdout } = await run("data", "describe", "wide.txt", "--no-cache", "--max-memory", "2G", "--json");
    expect([code, JSON.parse(stdout).labelsWithoutSamples]).toEqual([0, 149_999_999]);
  });
});

test.skipIf(!existsSync("/dev/full"))(
  "if writing to standard output fails, the command prints a message and exits with code 1",
  () => {
    write("votes.jsonl", '{"tiers": [["a"], ["b"]]}\n{"tiers": [["b"], ["a"]]}\n');
    const command = `exec "$0" "$@" > /dev/full`;
    const args = ["-c", command, process.execPath, binary, "fit", "votes.jsonl", "-q"];
    const { status, stderr } = spawnSync("/bin/sh", args, { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, "tierwise: standard output: no space left on the device\n"]);
  },
);

/** Characters that must not reach a terminal, or a file whose reader would interpret them. */
const obeyed = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const evil = [
  "=HYPERLINK(1)",
  "tea\u001b]0;owned\u0007\u001b[31m",
  "rtl\u202e<b>&\u0000\u009b'\"",
  "\\u001b\ttab\nline",
];

describe("names with control characters", () => {
  mkdirSync(folder, { recursive: true });
  const tiers = [[evil[0]], [evil[1]], [evil[2]], [evil[3]]];
  write("evil.jsonl", `${JSON.stringify({ tiers })}\n${JSON.stringify({ tiers: tiers.toReversed() })}\n`);

  test("control characters in names are escaped in all outputs of `fit` except JSON, which keeps the names exactly", async () => {
    const files = ["--out", "evil.tsv", "--plot", "evil.svg", "--report", "evil.html"];
    const { code, stdout, stderr } = await run("fit", "evil.jsonl", ...files);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(obeyed);
    expect(stdout).toContain("tea\\u001b]0;owned\\u0007\\u001b[31m");
    for (const file of ["evil.tsv", "evil.svg", "evil.html"]) {
      expect(readFileSync(join(folder, file), "utf8")).not.toMatch(obeyed);
    }
    const names = readFileSync(join(folder, "evil.tsv"), "utf8").trimEnd().split("\n").slice(1);
    expect(names.map((line) => decodeTsvField(line.split("\t")[1])).sort()).toEqual([...evil].sort());
    const json = await run("fit", "evil.jsonl", "--json");
    expect(json.stdout).not.toMatch(obeyed);
    const { items } = JSON.parse(json.stdout);
    expect(items.map((item: { name: string }) => item.name).sort()).toEqual([...evil].sort());
  });

  test("escaped names are read back from the output of `fit`", async () => {
    await run("fit", "evil.jsonl", "--out", "scores.tsv");
    const { code, stdout } = await run("likelihood", "evil.jsonl", "--scores", "scores.tsv");
    expect(code).toBe(0);
    expect(stdout).not.toMatch(obeyed);
    expect(stdout).toContain("rtl\\u202e<b>&\\u0000\\u009b'\"");
  });

  test("control characters in names are escaped in errors, notes and the output of `break`", async () => {
    write("twice.csv", "u,tea\u001b[2J,5\nu,tea\u001b[2J,3\n");
    write("winner.jsonl", `{"tiers": [["a\\u001b[31m"], ["b"]]}\n`);
    write("cycle.csv", "better,worse\na\u009b,b\nb,a\u009b\n");
    write("broken.csv", "user,better,worse\nu\u001b[1m,a\u202e,b\n");
    for (const args of [
      ["fit", "twice.csv"],
      ["fit", "winner.jsonl"],
      ["break", "cycle.csv"],
      ["break", "broken.csv"],
    ]) {
      const { stdout, stderr } = await run(...args);
      expect(stdout + stderr).toMatch(/\\u(001b|009b|202e)/);
      expect(stdout + stderr).not.toMatch(obeyed);
    }
    const { stderr } = await run("fit", "none\u001b[31m.csv", "--\u001b[31m");
    expect(stderr).not.toMatch(obeyed);
  });
});

test("text in HTML and SVG is escaped and contains only characters that XML 1.0 allows", () => {
  expect(markupText(`<a b="c" d='e'>&\u0000\ufffe\ud800\n`)).toBe(
    "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\\u0000\\ufffe\\ud800\n",
  );
  const names = ["<script>x</script>", "a\u0001&\uffff", "n\u00a0b\u2028", "]]>"];
  const items = names.map((name, i) => ({ place: i + 1, item: i, name, utility: -i, value: -i }));
  const svg = rankingSvg({ items, scale: logOdds() }, true);
  expect(svg).not.toContain("<script>");
  expect(svg).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  // SVG has only five named entities.
  expect(svg.match(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g)).toBeNull();
});
