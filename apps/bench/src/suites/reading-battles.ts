import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { medianOf } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import type { BattlesReport } from "./apart/battles-run.ts";
import { writeBattles, writeBattlesParquet } from "./problems/battle-files.ts";

/** Reads battles and reduces them to counts, compared with counting lines and splitting them. */
export const readingBattles: Suite = {
  name: "reading-battles",
  group: "Reading data",
  title: "Reading 10⁷ battles: time relative to counting and splitting lines, memory, Parquet, and another CSV parser",
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), "tierwise-battles-"));
    const rows = quick ? 1_000_000 : 10_000_000;
    try {
      const [csv, parquet] = [join(folder, "battles.csv"), join(folder, "battles.parquet")];
      writeBattles(csv, rows);
      await writeBattlesParquet(parquet, rows);
      const rounds = quick ? 3 : 5;
      const times: Record<string, number[]> = { lines: [], split: [], csv: [], parquet: [], csvParse: [] };
      const memory: Record<string, number> = { csv: 0, parquet: 0 };
      for (let round = 0; round < rounds; round++) {
        times["lines"].push(timeOf(() => execFileSync("wc", ["-l", csv])));
        for (const [what, path] of [
          ["split", csv],
          ["csv", csv],
          ["parquet", parquet],
          ["csvParse", csv],
        ] as const) {
          // csv-parse is slow, so it runs only once.
          if (what === "csvParse" && round > 0) continue;
          const report = runApart(what, path);
          times[what].push(report.milliseconds);
          memory[what] = Math.max(memory[what] ?? 0, report.peakBytes);
        }
      }
      const bare = times["split"].map((split, round) => split + times["lines"][round]);
      const readable = (name: string): string => readableTime(1e6 * medianOf(times[name]));
      const what = `${rows.toExponential().replace("e+", " · 10^")} battles of 100 models`;
      const claims: Claim[] = [
        claimOf(
          `time of reading ${what} from CSV, relative to wc -l and a split into lines`,
          ratioWithin(times["csv"], bare),
          {
            target: { atMost: 2.5 },
            context: `${readable("csv")}; split ${readable("split")}, wc ${readable("lines")}`,
          },
        ),
        claimOf(`time of reading ${what} from Parquet, relative to CSV`, ratioWithin(times["parquet"], times["csv"]), {
          target: { atMost: 1 },
          context: readable("parquet"),
        }),
        ...[
          ["CSV", "csv"],
          ["Parquet", "parquet"],
        ].map(
          ([container, name]): Claim => ({
            what: `additional peak memory of reading ${what} from ${container}`,
            figure: memory[name] / 2 ** 20,
            unit: "MB",
            target: { atMost: 300 },
          }),
        ),
        claimOf(
          "time of csv-parse (records without any interpretation) relative to reading and reducing the same file",
          ratioWithin(times["csvParse"], times["csv"].slice(0, 1)),
          { target: { atLeast: 1 }, context: readable("csvParse") },
        ),
      ];
      return { claims };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Reads in a separate process, so that its memory can be measured and no code is compiled beforehand. */
function runApart(what: string, path: string): BattlesReport {
  const script = join(import.meta.dirname, "apart", "battles-run.js");
  const output = execFileSync(process.execPath, ["--expose-gc", script, what, path], { encoding: "utf8" });
  return JSON.parse(output) as BattlesReport;
}

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
