// `pnpm --filter @tierwise/cli screenshots` runs the built command and takes the screenshots of a report and a terminal
// for the README. Requires Chromium and `script` from util-linux.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserPath, startBrowser } from "../test/browser.ts";
import { hasTerminal, inTerminal } from "../test/in-terminal.ts";
import { terminalPage } from "./terminal-page.ts";

if (browserPath === undefined || !hasTerminal) {
  throw new Error("screenshots require Chromium and the command script from util-linux");
}

const output = join(import.meta.dirname, "../../../docs/screenshots");
const guide = new URL("../../../docs/leaderboard.md", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "tierwise-screenshots-"));
const browser = await startBrowser();
mkdirSync(output, { recursive: true });
try {
  // These commands prepare the data and are not shown.
  const sizes = "--preset delicious-1k --rows 3000 --test-rows 800 --seed 1";
  await seen(`data generate train.txt --test test.txt ${sizes}`);
  await seen("data generate ratings.csv --ratings --users 1000 --items 60 --seed 1");

  // Trains the recommender from the README.
  await seen("train ratings.csv --model recommender --seed 1 --report training.html");

  let written = await seen("fit ratings.csv --top 8");
  const training = "--hidden 128 --epochs 12 --learning-rates 0.004 --seed 1";
  written += await seen(`compare train.txt --test test.txt ${training} --report report.html`);
  // The screenshot shows the last command while it trains.
  written += await seen(`train train.txt --model model ${training}`, / 4\d%.*epoch 1?\d\/12/);

  // The script that simulates battles, from the guide to leaderboards.
  const [, simulation] = /simulate\.mjs <<'END'\n([\s\S]*?)END\n/.exec(readFileSync(guide, "utf8")) ?? [];
  writeFileSync(join(folder, "simulate.mjs"), simulation);
  writeFileSync(join(folder, "battles.csv"), execFileSync(process.execPath, [join(folder, "simulate.mjs")]));
  await seen("fit battles.csv --scale elo --interval sandwich --report leaderboard.html");
  await topOf("leaderboard.html", "leaderboard.png", { width: 1100, height: 1960, colorScheme: "light" });

  await picture("terminal.png", await terminalPage(written, "tierwise"), { selector: "body", width: 1000 });
  await topOf("training.html", "training.png", { width: 1000, height: 640, colorScheme: "light" });
  await topOf("report.html", "report.png", { width: 1100, height: 1750, colorScheme: "light" });
  await topOf("report.html", "report-dark.png", { width: 1100, height: 1750, colorScheme: "dark" });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The terminal output of a command, preceded by a prompt, until it matches `until`. */
async function seen(command: string, until?: RegExp): Promise<string> {
  let caught: string | undefined;
  const onWritten = (all: string, type: (keys: string) => void): void => {
    if (until === undefined || caught !== undefined || !until.test(all)) return;
    caught = all;
    type("\x03\x03");
  };
  const { written } = await inTerminal(command.split(" "), { cwd: folder, onWritten });
  return `\x1b[32m$\x1b[0m \x1b[1mtierwise ${command}\x1b[0m\r\n${caught ?? written}\r\n`;
}

/** Takes a screenshot of the top of a report. */
async function topOf(
  report: string,
  name: string,
  { width, height, colorScheme }: { width: number; height: number; colorScheme: "dark" | "light" },
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 2000 }, colorScheme, deviceScaleFactor: 1 });
  await page.goto(`file://${join(folder, report)}`);
  await page.screenshot({ path: join(output, name), clip: { x: 0, y: 0, width, height } });
  console.log(`docs/screenshots/${name}`);
}

async function picture(
  name: string,
  html: string,
  { selector, width }: { selector: string; width: number },
): Promise<void> {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  const page = await browser.newPage({ viewport: { width, height: 800 }, deviceScaleFactor: 1.5 });
  await page.goto(`file://${file}`);
  await page.locator(selector).screenshot({ path: join(output, name) });
  console.log(`docs/screenshots/${name}`);
}
