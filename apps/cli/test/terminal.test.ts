import { beforeAll, describe, expect, test } from "vitest";
import { hasTerminal, inTerminal } from "./in-terminal.ts";
import { quick, smallData, temporaryFolder } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => inTerminal(args, { cwd: folder });

describe.skipIf(!hasTerminal)("in a terminal (skipped if `script` from util-linux is not installed)", () => {
  beforeAll(() => smallData(folder));

  test("`train` shows a progress bar with rate and time left, removes it, and prints a chart", async () => {
    const args = ["train", "train.txt", "--model", "model", ...quick, "--epochs", "400", "--patience", "400"];
    const { code, written, screen } = await run(...args);
    expect(code).toBe(0);
    expect(written).toMatch(/training .*█.*░.*\d+%.* rows\/s.*\d:\d\d left.*epoch \d+\/400/);
    expect(screen.join("\n")).not.toContain("█");
    expect(screen.join("\n")).toMatch(/The model is in model\.[\s\S]*nDCG@5 on the validation rows[\s\S]*epoch/);
    // The cursor was hidden and is visible again.
    expect(written.lastIndexOf("\x1b[?25h")).toBeGreaterThan(written.lastIndexOf("\x1b[?25l"));
  });

  test("`compare` prints the best values in bold unless NO_COLOR is set", async () => {
    const args = [
      "compare",
      "train.txt",
      "--test",
      "test.txt",
      "--methods",
      "pl-lb,ranknet",
      "--no-refit",
      "--k",
      "1",
      ...quick,
    ];
    const { written, screen } = await run(...args);
    expect(written.replaceAll("\x1b", "ESC")).toMatch(/ESC\[1mESC\[32m\d+\.\d\d/);
    expect(screen.join("\n")).not.toContain("*");
    const plain = await inTerminal(args, { cwd: folder, env: { NO_COLOR: "1" } });
    expect(plain.written.replaceAll("\x1b", "ESC")).not.toMatch(/ESC\[\d+m/);
    expect(plain.screen.join("\n")).toMatch(/\d\*/);
  });

  test("Ctrl-C stops training gracefully and prints how to resume it", async () => {
    const args = ["train", "train.txt", "--model", "stopped", ...quick, "--epochs", "100000", "--patience", "100000"];
    let typed = 0;
    const onWritten = (written: string, type: (keys: string) => void): void => {
      if (typed === 0 && written.includes("epoch")) type("\x03");
      if (written.includes("epoch")) typed++;
    };
    const { code, screen } = await inTerminal(args, { cwd: folder, onWritten });
    expect(code).toBe(130);
    expect(screen.join("\n")).toContain("a checkpoint is in stopped. Resume with:");
    expect(screen.join("\n")).toMatch(/train train\.txt --model stopped .*\n?.*--resume/);
  });
});
