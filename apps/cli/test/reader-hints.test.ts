import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (args: readonly string[], input: string | Uint8Array) => tierwise(args, { cwd: folder, input });
const battles = "model_a,model_b,winner\nx,y,model_a\ny,z,model_b\nz,x,tie\nx,y,model_b\n";
const ratings = "user,item,rating\nann,1,5\nann,2,3\nbob,1,4\n";
writeFileSync(join(folder, "ratings.csv"), ratings);

/** For each reader option that an error names: a command that causes the error, and the flag that its message should suggest. */
const hints: Readonly<Record<string, readonly [args: readonly string[], input: string, hint: RegExp]>> = {
  format: [
    ["fit", "-", "--format", "tier-list"],
    "S: a, b\nnothing\n",
    /:2: expected a tier.*\nSet the format with --format\.$/,
  ],
  columns: [
    ["fit", "-"],
    "user,item,rating\nann,a,5\nann,b,4\nann,c,3\nann,d,2\nann,e,x\n",
    /:6: rating "x" in column "rating" is not a number\nName the columns with --columns, such as --columns user=0/,
  ],
  encoding: [
    ["fit", "-"],
    "winner,loser\nth\xc3\xa9,tea\nthe \xe9,tea\n",
    /:3: expected text in UTF-8.*\nSet the encoding with --encoding, such as --encoding latin1\.$/,
  ],
  missing: [
    ["fit", "-"],
    `${battles}x,y,\n`,
    /:6: the winner is missing \(column "winner"\)\nSkip such rows with --missing skip\.$/,
  ],
  duplicates: [
    ["fit", "-"],
    `${ratings}ann,1,4\n`,
    /two different ratings\nTo choose a rating, use --duplicates last, first or mean\.$/,
  ],
  winner: [
    ["fit", "-"],
    `${battles}x,y,q\n`,
    /:6: winner "q" in column "winner".*\nSet how the winner is recorded with --winner: item, side/,
  ],
  keep: [
    ["fit", "-", "--by", "language"],
    battles,
    /there is no column "language" to keep.*\n--by, --control and --cluster expect columns of battles/,
  ],
  best: [
    ["fit", "ratings.csv", "-", "--columns", "user=0,item=1,rating=2"],
    "user,item,place\nann,1,1\n",
    /standard input: lower values are better.*\nSet which end of the scale is best with --best higher or --best lower\.$/,
  ],
};

describe("errors of the readers", () => {
  test.each(Object.entries(hints))("the error about option %s suggests its flag", async (_, [args, input, hint]) => {
    const { code, stderr } = await run(args, Buffer.from(input, "latin1"));
    expect([code, stderr.trimEnd()]).toEqual([2, expect.stringMatching(hint)]);
  });

  test("the error about an ambiguous file lists every way to read it, each with its flag", async () => {
    const { code, stderr } = await run(["fit", "-"], "a,b,winner\nx,y,0\ny,z,1\n");
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/can be read in 2 ways.*\n +--winner index .*\n +--winner score /),
    ]);
  });

  test("the error about a file that needs more memory suggests `--max-memory`", async () => {
    const lines = Array.from({ length: 100 }, (_, k) => `user-${k},1,5\n`);
    const { stderr } = await run(["fit", "-", "--max-memory", "1K"], `user,item,rating\n${lines.join("")}`);
    expect(stderr).toMatch(/maxBytes.*\nRaise the limit with --max-memory, such as --max-memory 8G\.$/m);
  });

  test("`train` says which line is missing from multi-label data without its header", async () => {
    const { code, stderr } = await run(["train", "-", "--model", "none"], "0,1 0:0.5 3:0.2\n1 1:0.4\n");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^tierwise: standard input:1: looks like multi-label data; expected the first line to be/),
    ]);
  });

  test("every reader option in an error has a flag", () => {
    const source = join(import.meta.dirname, "../../../packages/data/src/reading/dataset-error.ts");
    const [, union] = /export type ReadingOption =([^;]*);/.exec(readFileSync(source, "utf8")) ?? [];
    const options = [...(union ?? "").matchAll(/"(\w+)"/g)].map(([, option]) => option);
    expect(options.toSorted()).toEqual(Object.keys(hints).toSorted());
  });
});
