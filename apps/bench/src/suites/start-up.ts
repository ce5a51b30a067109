import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRanker } from "@tierwise/ranker";
import { medianOf } from "@tierwise/studies";
import { claimOf } from "../timing/claim-of.ts";
import { ratioWithin } from "../timing/side-by-side.ts";
import type { Suite } from "../timing/suite.ts";

/** The sizes of Delicious-1K. */
const sizes = { features: 500, items: 983 };

/** The time from the start of the command to its end, compared with Node alone and with a script that only reads the model. */
export const startUp: Suite = {
  name: "start-up",
  group: "The command",
  title: "Starting the command: its help, and a prediction for one row with a model of the size of Delicious-1K",
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), "tierwise-start-"));
    try {
      const model = join(folder, "model");
      await createRanker(sizes).save(model);
      const row = join(folder, "row.txt");
      writeFileSync(row, `1 ${sizes.features} ${sizes.items}\n0 60:1 248:1 279:1 316:1 490:1\n`);
      const command = fileURLToPath(new URL("bin/tierwise.js", import.meta.resolve("@tierwise/cli/package.json")));
      const contestants = {
        node: ["-e", "0"],
        reading: [join(import.meta.dirname, "apart", "read-model.js"), model],
        help: [command, "--help"],
        predict: [command, "predict", model, row],
      };
      const times = timesOf(contestants, quick ? 9 : 25);
      const context = (name: keyof typeof contestants): string => `${medianOf(times[name]).toFixed(0)} ms`;
      const target = { atMost: 2 };
      return {
        claims: [
          claimOf("time of --help relative to node -e 0", ratioWithin(times.help, times.node), {
            target,
            context: `${context("help")}; node -e 0: ${context("node")}`,
          }),
          claimOf(
            "time of predict for one row relative to a script that reads the model and computes its checksums",
            ratioWithin(times.predict, times.reading),
            { target, context: `${context("predict")}; script: ${context("reading")}` },
          ),
          claimOf("time of predict for one row relative to node -e 0", ratioWithin(times.predict, times.node)),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** The wall-clock times in milliseconds of programs that take turns. */
function timesOf<Name extends string>(
  programs: Readonly<Record<Name, readonly string[]>>,
  rounds: number,
): Record<Name, number[]> {
  const names = Object.keys(programs) as Name[];
  const times = Object.fromEntries(names.map((name): [string, number[]] => [name, []])) as Record<Name, number[]>;
  // In the first round, Node fills its cache of compiled code and the command its cache of the row.
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      execFileSync(process.execPath, programs[name], { stdio: "ignore" });
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  return times;
}
