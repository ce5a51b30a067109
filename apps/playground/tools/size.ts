// `pnpm --filter @tierwise/playground size`: prints the compressed sizes of the built site, and the time until it can be used on a slow
// machine. Fails if the scripts of the first load exceed the budget.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { openBrowser } from "./open-browser.ts";
import { serveSite } from "./serve-site.ts";

const budget = { scripts: 120_000, milliseconds: 1500, slowdown: 4 };
const folder = join(import.meta.dirname, "../dist/assets");
const names = readdirSync(folder).filter((name) => [".css", ".js", ".wasm"].includes(extname(name)));
const sizes = new Map(names.map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length]));

const first = await firstLoad();
const isFirst = (name: string): boolean => first?.files.includes(name) ?? /^(index|rank-worker)-/.test(name);
const line = (words: string, bytes: number): void =>
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${words}`);
console.log("sizes compressed with gzip; files with * are loaded with the page, the others when they are needed:");
for (const [name, bytes] of sizes) line(`${isFirst(name) ? "*" : " "} ${name}`, bytes);
const scripts = [...sizes].filter(([name]) => isFirst(name) && name.endsWith(".js"));
const total = scripts.reduce((sum, [, bytes]) => sum + bytes, 0);
line(`all scripts of the first load, including the worker (budget: ${budget.scripts / 1000} kB)`, total);
if (first === undefined) console.log("no browser can be started, so times were not measured");
else {
  const times = `the board can be used after ${first.usable} ms, the ranking is shown after ${first.ranked} ms`;
  console.log(
    `${times} with the processor slowed down by a factor of ${budget.slowdown} (budget: ${budget.milliseconds} ms; median of 5)`,
  );
}
if (total > budget.scripts) process.exitCode = 1;

/** Measures the files of the first load, and the median times until the board can be used and the ranking is shown. */
async function firstLoad(): Promise<{ files: string[]; usable: number; ranked: number } | undefined> {
  const browser = await openBrowser();
  if (typeof browser === "string") return undefined;
  const { address, close } = await serveSite();
  const files = new Set<string>();
  const runs: { usable: number; ranked: number }[] = [];
  for (let run = 0; run < 5; run++) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    context.on("request", (request) => files.add(request.url().split("/").at(-1) ?? ""));
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: budget.slowdown });
    await page.goto(address, { waitUntil: "commit" });
    const time = (selector: string): Promise<number> =>
      page.waitForSelector(selector).then(() => page.evaluate(() => Math.round(performance.now())));
    runs.push({ usable: await time(".chip"), ranked: await time(".rows tbody tr") });
    await context.close();
  }
  await browser.close();
  close();
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[2];
  return {
    files: [...files],
    usable: median(runs.map((run) => run.usable)),
    ranked: median(runs.map((run) => run.ranked)),
  };
}
