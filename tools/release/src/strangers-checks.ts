// The rehearsal's checks that involve several packages: the command, a page built with Vite, and CommonJS.
import { installedChromium } from "@tierwise/testing";
import { chromium } from "playwright-core";
import { preview } from "vite";
import type { LocalRegistry } from "./local-registry.ts";
import { strangersFolder } from "./stranger.ts";

const votes = `voter,item,rating
ann,tea,5
ann,coffee,3
bob,coffee,4
bob,tea,2
bob,milk,1
eve,tea,4
eve,milk,4
eve,coffee,1
`;

/**
 * Runs `npx @tierwise/cli fit votes.csv` in a folder that contains only the votes. Returns the problem, or undefined.
 */
export function runCommand(scratch: string, registry: LocalRegistry): string | undefined {
  const folder = strangersFolder(scratch, registry, "command", []);
  folder.write("votes.csv", votes);
  const printed = folder.run("npx", "--yes", "@tierwise/cli", "fit", "votes.csv", "--prior", "0.1");
  const [first] = /^1 .*$/m.exec(printed) ?? [];
  return first?.includes("tea") ? undefined : `expected tea in first place, got\n${printed}`;
}

/** Loads a package with `require` from a CommonJS file. Returns the problem, or undefined. */
export function requirePackages(scratch: string, registry: LocalRegistry): string | undefined {
  const folder = strangersFolder(scratch, registry, "commonjs", ["@tierwise/core-integrator", "@tierwise/aggregate"]);
  const program = `const { logLikelihood } = require("@tierwise/core-integrator");
const { fitUtilities } = require("@tierwise/aggregate");
const { utilities } = fitUtilities([{ tiers: [[0]] }, { tiers: [[1]] }], { items: 2, weights: [3, 1] });
console.log(logLikelihood([2, 1, 0, -1], { tiers: [[0, 1]] }).toFixed(6), utilities[0].toFixed(4));`;
  folder.write("main.cjs", program);
  // The better utility is ln(3)/2: with odds of 3 : 1, the two utilities differ by ln 3.
  const expected = `-0.464835 ${(Math.log(3) / 2).toFixed(4)}`;
  const printed = folder.run("node", "main.cjs").trim();
  return printed === expected ? undefined : `printed ${printed}, expected ${expected}`;
}

const page = `<!doctype html><output></output><script type="module">
  import { fitUtilities } from "@tierwise/aggregate";
  import { rankProbabilities } from "@tierwise/race";
  const { utilities } = fitUtilities([{ tiers: [[0]] }, { tiers: [[1]] }], { items: 2, weights: [3, 1] });
  document.querySelector("output").textContent = rankProbabilities(utilities, { k: 1 }).probabilities[0].toFixed(6);
</script>`;

/** Builds a page with Vite and opens it if a browser is installed. Returns the problem, or undefined. */
export async function openVitePage(scratch: string, registry: LocalRegistry): Promise<string | undefined> {
  const folder = strangersFolder(scratch, registry, "vite", ["@tierwise/aggregate", "@tierwise/race", "vite"]);
  folder.write("index.html", page);
  folder.run("npx", "vite", "build", "--logLevel", "error");
  if (installedChromium === undefined) {
    console.log("vite page: built, but not opened, because no Chromium is installed");
    return undefined;
  }
  const server = await preview({ root: folder.path, logLevel: "error", preview: { port: 0 } });
  const browser = await chromium.launch({ executablePath: installedChromium, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.resolvedUrls?.local[0] ?? "");
    await tab.waitForFunction('document.querySelector("output").textContent !== ""', undefined, { timeout: 60_000 });
    const shown = await tab.textContent("output");
    return shown === "0.750000" ? undefined : `the page shows ${shown}, expected 0.750000`;
  } finally {
    await browser.close();
    await server.close();
  }
}
