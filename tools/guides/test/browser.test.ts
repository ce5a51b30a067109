// Opens the pages of docs/browser.md in a browser and compares their output with the guide.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, train } from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocks, hasBrowser, launch, open, output, patient } from "./chromium.ts";

const [votes, model, training] = blocks("html");
const [votesShown, modelShown, trainingShown] = blocks("text");
const [serve] = blocks("js");

/** Serves a folder without isolation headers, as a plain web server does. */
async function plainServer(folder: string): Promise<{ server: Server; address: string }> {
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer(async ({ url = "/" }, response) => {
    try {
      const bytes = await readFile(join(folder, url));
      response.writeHead(200, { "Content-Type": types[extname(url)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await once(server.listen(0, "localhost"), "listening");
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

describe.skipIf(!hasBrowser)("pages in a browser (skipped without Chromium)", patient, () => {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-pages-"));
  let browser: Browser;
  let plain: { server: Server; address: string };
  let isolating: ChildProcess;
  let isolated: string;

  beforeAll(async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(import.meta.dirname, "../node_modules/@tierwise"), join(folder, "node_modules/@tierwise"));
    writeFileSync(join(folder, "votes.html"), votes);
    writeFileSync(join(folder, "model.html"), model);
    writeFileSync(join(folder, "train.html"), training);
    writeFileSync(join(folder, "serve.mjs"), serve);
    plain = await plainServer(folder);
    isolating = spawn(process.execPath, ["serve.mjs", "0"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(isolating.stdout ?? isolating, "data")) as [Buffer];
    isolated = line.toString().trim();
    browser = await launch();
  }, patient.timeout);

  afterAll(async () => {
    await browser?.close();
    isolating?.kill();
    plain?.server.close();
  });

  test("a page updates a ranking from votes while the user types", async () => {
    const { page, errors } = await open(browser, `${plain.address}votes.html`, votesShown);
    expect(errors).toEqual([]);
    expect(await output(page)).toBe(votesShown);
    await page.fill("#votes", "water > milk\nwater > tea");
    expect((await output(page)).startsWith("water")).toBe(true);
  });

  test("a page runs a model trained in Node", async () => {
    const sizes = { features: 100, labels: 60, labelsPerRow: 4, featuresPerRow: 12, seed: 1 };
    const ranker = createRanker({ features: 100, items: 60, hidden: 64, seed: 1 });
    await train(ranker, generateXmlDataset({ rows: 2000, ...sizes }), {
      epochs: 10,
      learningRates: [1e-2],
      threads: 1,
    });
    await exportModel(ranker, { tierwise: join(folder, "model.tierwise") });
    const { page, errors } = await open(browser, `${plain.address}model.html`, modelShown);
    expect(errors).toEqual([]);
    expect(await output(page)).toBe(modelShown);
    expect(modelShown).toContain(ranker.topK({ indices: [3, 14, 15] }, 5).join(", "));

    const other = createRanker({ features: 100, items: 70, hidden: 8, seed: 2 });
    await exportModel(other, { tierwise: join(folder, "other.tierwise") });
    await page.setInputFiles("#file", join(folder, "other.tierwise"));
    const best = other.topK({ indices: [3, 14, 15] }, 5).join(", ");
    await expect.poll(() => output(page), { timeout: 60_000 }).toBe(`of 70 items: ${best}\n`);
  });

  test("a page trains on two threads", async () => {
    const { page, errors } = await open(browser, `${isolated}train.html`, trainingShown);
    expect(errors).toEqual([]);
    expect(await output(page)).toBe(trainingShown);
  });
});
