// Builds pages that train with Vite, as described in the last section of docs/browser.md, and opens them in a browser. The packages
// are copied to a separate folder, as if installed, without tfjs.
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { trainLeml } from "@tierwise/xml-baselines";
import type { Browser } from "playwright-core";
import { build, createServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocks, hasBrowser, launch, open, output, patient } from "./chromium.ts";
import { root } from "./repository.ts";

const [, , training] = blocks("html");
const [, , trainingShown] = blocks("text");
const [, configuration] = blocks("js");
const names = [
  "core-integrator",
  "data",
  "datasets-xml",
  "kernels",
  "losses",
  "metrics",
  "race",
  "random",
  "ranker",
  "xml-baselines",
];

function program(page: string): string {
  return /<script type="module">([\s\S]*)<\/script>/.exec(page)?.[1] ?? "";
}

/** The HTML of a page that loads a module. */
function pageOf(module: string): string {
  return `<!doctype html><pre id="output"></pre><script type="module" src="./${module}"></script>`;
}

const sizes = { rows: 300, features: 100, labels: 60, labelsPerRow: 4, featuresPerRow: 12, seed: 1 };
const baseline = `
  import { generateXmlDataset } from "@tierwise/datasets-xml/parse";
  import { trainLeml } from "@tierwise/xml-baselines";

  const data = generateXmlDataset(${JSON.stringify(sizes)});
  const model = await trainLeml(data, { rank: 10, threads: 2 });
  document.querySelector("#output").append((await model.rank(data.features, { k: 5 })).items.join(" "));`;

const inWorker = `
  const worker = new Worker(new URL("./own-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => document.querySelector("#output").append(data);`;
const ownWorker = program(training).replace(/document.*append\((.*)\);/, "postMessage($1);");

const refused = `
  import { generateXmlDataset } from "@tierwise/datasets-xml/parse";
  import { loadKernelModule } from "@tierwise/kernels";
  import { createRanker, loadRanker, train } from "@tierwise/ranker";

  const data = generateXmlDataset(${JSON.stringify(sizes)});
  const ranker = createRanker({ features: 100, items: 60, hidden: 32, module: await loadKernelModule() });
  for (const attempt of [() => ranker.save("model"), () => loadRanker(new Blob(["a model"])), () => train(ranker, data, { engine: "tfjs" })]) {
    const message = await attempt().then(() => "done", (error) => error.message);
    document.querySelector("#output").append(message + "\\n");
  }`;
const refusals = [
  "model directories and checkpoints need a file system, which a web page does not have; save and load them in Node",
  "the blob is not a model file; expected a file that starts with TIERWISE",
  'engine is "tfjs", which browser bundles do not include; expected "kernels"',
  "",
].join("\n");

describe.skipIf(!hasBrowser)("pages served by Vite (skipped without Chromium)", patient, () => {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-bundles-"));
  let browser: Browser;
  const close: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    for (const name of names) {
      const place = join(folder, "node_modules/@tierwise", name);
      mkdirSync(place, { recursive: true });
      for (const part of ["package.json", "dist", "src"]) {
        cpSync(join(root, "packages", name, part), join(place, part), { recursive: true });
      }
    }
    const files = {
      "package.json": `{ "type": "module" }`,
      "vite.config.js": configuration,
      "index.html": training,
      "baseline.html": pageOf("baseline.js"),
      "baseline.js": baseline,
      "refused.html": pageOf("refused.js"),
      "refused.js": refused,
      "in-worker.html": pageOf("in-worker.js"),
      "in-worker.js": inWorker,
      "own-worker.js": ownWorker,
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    browser = await launch();
  }, patient.timeout);

  afterAll(async () => {
    await browser?.close();
    for (const end of close) await end();
  });

  /** Builds the pages and serves the build. */
  async function built(): Promise<string> {
    const input = ["index.html", "baseline.html", "in-worker.html", "refused.html"].map((page) => join(folder, page));
    await build({ root: folder, logLevel: "error", build: { rolldownOptions: { input } } });
    const server = await preview({ root: folder, logLevel: "error", preview: { port: 0 } });
    close.push(() => server.close());
    return server.resolvedUrls?.local[0] ?? "";
  }

  /** Serves the pages from the development server, without building them. */
  async function developed(): Promise<string> {
    const server = await createServer({ root: folder, logLevel: "error", server: { port: 0 } });
    close.push(() => server.close());
    await server.listen();
    return server.resolvedUrls?.local[0] ?? "";
  }

  describe.each([
    { how: "from a build", serve: built },
    { how: "from the development server", serve: developed },
  ])("$how", ({ serve }) => {
    let address: string;

    beforeAll(async () => {
      address = await serve();
    }, patient.timeout);

    test("the ranker trains on two threads", async () => {
      const { page, errors } = await open(browser, address, trainingShown);
      expect(errors).toEqual([]);
      expect(await output(page)).toBe(trainingShown);
    });

    test("the ranker trains in a worker", async () => {
      const { page, errors } = await open(browser, `${address}in-worker.html`, trainingShown);
      expect(errors).toEqual([]);
      expect(await output(page)).toBe(trainingShown);
    });

    test("operations that are unavailable in a page throw errors", async () => {
      const { page, errors } = await open(browser, `${address}refused.html`, refusals);
      expect(errors).toEqual([]);
      expect(await output(page)).toBe(refusals);
    });

    test("a baseline trains on two threads and gives the same ranking as in Node", async () => {
      const data = generateXmlDataset(sizes);
      const model = await trainLeml(data, { rank: 10, threads: 2 });
      const { page, errors } = await open(browser, `${address}baseline.html`, "one line");
      expect(errors).toEqual([]);
      const { items } = await model.rank(data.features, { k: 5 });
      expect(await output(page)).toBe(`${items.join(" ")}\n`);
    });
  });
});
