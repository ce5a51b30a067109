import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomStream } from "@tierwise/random";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { samples } from "../../src/rank/input/samples.ts";
import { settled, shownRows, tierOf } from "./ranking-page.ts";
import { expectAccessible, openSite } from "./site.ts";

const site = await openSite();
const sampleFolder = join(import.meta.dirname, "../../public/samples");

/** Duels of twenty players, as pairs and as lines of a file. */
const duels = Array.from({ length: 380 }, (_, k) => [`p${k % 20}`, `p${(k + 1 + Math.floor(k / 20)) % 20}`] as const);
const duelLines = (): string => duels.map((duel) => `${duel.join(",")}\n`).join("");

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.click('role=tab[name="File or text"]');
  await page.setInputFiles('input[type="file"]', { name, mimeType: "text/plain", buffer });
  await settled(page);
}

describe.skipIf(typeof site === "string")("files, hostile input and many items, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("ten sample files are ranked when they are dropped, and the page describes how each was read", async () => {
    const { page, errors } = await site.open();
    await page.click('role=tab[name="File or text"]');
    for (const { file } of samples) {
      const text = readFileSync(join(sampleFolder, file), "utf8");
      const transfer = await page.evaluateHandle(
        ([content, name]) => {
          const data = new DataTransfer();
          data.items.add(new File([content], name));
          return data;
        },
        [text, file],
      );
      await page.dispatchEvent(".drop", "drop", { dataTransfer: transfer });
      if (file === "judges.csv") {
        await page.click('button:has-text("each row is an item")');
        await page.waitForSelector(".reading");
      }
      await page.waitForFunction(
        (name) => document.querySelector(".reading")?.textContent?.startsWith(`${name}: `),
        file,
      );
      expect((await shownRows(page)).length).toBeGreaterThan(3);
    }
    expect(await page.textContent(".command code")).toBe(
      "tierwise fit judges.csv --prior 0.1 --format table --columns item=dive",
    );
    // The options chosen for the file do not apply to the board.
    await page.click('role=tab[name="Tier board"]');
    await page.waitForSelector('code:has-text("votes.jsonl")');
    expect(await page.textContent(".command code")).toBe("tierwise fit votes.jsonl --prior 0.1");
    expect(errors).toEqual([]);
  });

  test("HTML in names is shown as text, and files that cannot be read cause an error message", async () => {
    const { page, errors } = await site.open();
    const names = [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "\u202Eevil",
      "\u0645\u0631\u062d\u0628\u0627",
      "🏳️‍🌈",
    ];
    const lines = [names, names.toReversed()].map((all) => JSON.stringify({ tiers: all.map((name) => [name]) }));
    await chooseFile(page, "<img src=x onerror=alert(1)>.jsonl", Buffer.from(lines.join("\n")));
    expect((await shownRows(page)).map(([, name]) => name).toSorted()).toEqual(names.toSorted());
    await chooseFile(page, "noise.bin", Buffer.from(Uint8Array.from({ length: 1 << 16 }, (_, k) => (k * 7919) % 251)));
    expect(await page.locator("div.problem").textContent()).toContain("noise.bin");
    const path = join(mkdtempSync(join(tmpdir(), "tierwise-large-")), "large.csv");
    writeFileSync(
      path,
      Buffer.alloc(
        100_000_000,
        Uint8Array.from({ length: 997 }, (_, k) => (k * 7919) % 251),
      ),
    );
    await page.setInputFiles('input[type="file"]', path);
    await page.waitForSelector('div.problem:has-text("large.csv")');
    await page.fill("textarea", "a > b\nb > a = c");
    await page.click('button:text-is("Rank this text")');
    expect(await shownRows(page)).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  test("a file of 100 MB is read in chunks, and opening a Parquet file loads the Parquet reader", async () => {
    const { page, errors } = await site.open();
    await page.click('role=tab[name="File or text"]');
    const path = join(mkdtempSync(join(tmpdir(), "tierwise-large-")), "large.csv");
    writeFileSync(path, Buffer.concat([Buffer.from("winner,loser\n"), Buffer.alloc(100_000_000, duelLines())]));
    await page.setInputFiles('input[type="file"]', path);
    await page.waitForSelector('.reading:has-text("large.csv: battles")', { timeout: 60_000 });
    expect(await shownRows(page)).toHaveLength(20);
    const data = ["winner", "loser"].map((name, side) => ({ name, data: duels.map((duel) => duel[side]) }));
    const buffer = Buffer.from(parquetWriteBuffer({ columnData: data }));
    await page.setInputFiles('input[type="file"]', { name: "duels.parquet", mimeType: "", buffer });
    await page.waitForSelector('.reading:has-text("PARQUET")');
    expect(await shownRows(page)).toHaveLength(20);
    expect(errors).toEqual([]);
  });

  test("the board and the ranking show 2000 items with only a few elements of the page", async () => {
    const { page, errors } = await site.open();
    await page.click("summary:has-text('Items and tiers')");
    const names = Array.from({ length: 2000 }, (_, k) => `Item number ${k}`).join("\n");
    // Chromium takes seconds to type 2000 lines.
    await page.locator("textarea").evaluate((area, text) => {
      (area as HTMLTextAreaElement).value = text;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }, names);
    await page.click('button:text-is("Add items")');
    expect(await page.locator(".hint:has-text('at most 2000')").count()).toBe(1);
    expect(await page.locator(".chip").count()).toBeLessThan(400);
    await page.fill('input[type="search"]', "number 1990");
    await page.focus('.chip:has-text("number 1990")');
    await page.keyboard.press("1");
    expect(await tierOf(page, "number 1990")).toBe("0");
    const random = randomStream(1);
    const duels = Array.from(
      { length: 20_000 },
      (_, k) => `n${k % 2100},n${(k + 1 + Math.floor(2099 * random())) % 2100}`,
    );
    await chooseFile(page, "many.csv", Buffer.from(["winner,loser", ...duels].join("\n")));
    await page.waitForSelector("text=of 2 100 items");
    expect(await page.locator(".rows tbody tr").count()).toBeLessThan(60);
    await page.locator(".rows").evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForSelector('.rows tr[aria-rowindex="2101"]');
    expect(errors).toEqual([]);
  });

  test.each(["light", "dark"] as const)(
    "axe finds no violations on the board, in the file panel or in an error message, in %s mode",
    async (colorScheme) => {
      const { page } = await site.open("", { colorScheme, reducedMotion: "reduce" });
      await settled(page);
      await page.click("summary:has-text('Items and tiers')");
      await expectAccessible(page);
      await page.click('role=tab[name="File or text"]');
      await page.selectOption('label:has-text("Sample") select', "samples/battles.csv");
      await page.waitForSelector(".reading");
      await expectAccessible(page);
      await page.selectOption('label:has-text("Sample") select', "samples/judges.csv");
      await page.waitForSelector("div.problem");
      await expectAccessible(page);
    },
  );
});
