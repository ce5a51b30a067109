import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomStream } from "@tierwise/random";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { samples } from "../../src/rank/input/samples.ts";
import { expectAccessible, openSite, savedFile } from "./site.ts";

const site = await openSite();
const command = join(import.meta.dirname, "../../../cli/bin/tierwise.js");
const sampleFolder = join(import.meta.dirname, "../../public/samples");

/** The cells of the ranking that the page shows: place, name, value, interval, rank, P(best), group. */
async function shownRows(page: Page): Promise<string[][]> {
  await settled(page);
  const rows = await page.locator(".rows tbody tr:not(.spacer)").all();
  return Promise.all(
    rows.map(async (row) => (await row.locator("th, td").allTextContents()).toSpliced(2, 1).slice(0, 7)),
  );
}

/** Waits until the ranking of the current votes is shown. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(60);
  await page.waitForSelector('section[aria-busy="false"]');
}

/** The rows that the command prints, split into cells. */
function printedRows(name: string, bytes: Uint8Array, commandLine: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-page-"));
  writeFileSync(join(folder, name), bytes);
  const args = [command, ...commandLine.split(" ").slice(1), "--top", "0"];
  const env = { ...process.env, NO_COLOR: "1", COLUMNS: "200" };
  const lines = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", env, stdio: "pipe" }).split("\n");
  return lines.filter((line) => /^ *\d/.test(line)).map((line) => line.trim().split(/ {2,}/));
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.click('role=tab[name="File or text"]');
  await page.setInputFiles('input[type="file"]', { name, mimeType: "text/plain", buffer });
  await settled(page);
}

function tierOf(page: Page, item: string): Promise<string | null> {
  return page.locator(".tier", { has: page.locator(`.chip:has-text("${item}")`) }).getAttribute("data-tier");
}

describe.skipIf(typeof site === "string")("Rank something, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("shows the numbers of the command, and exports them", async () => {
    const { page, errors } = await site.open();
    const rows = await shownRows(page);
    const commandLine = (await page.textContent(".command code")) ?? "";
    const votes = await savedFile(page, "Save the votes");
    expect(votes.name).toBe("votes.jsonl");
    const printed = printedRows(votes.name, votes.bytes, commandLine);
    // The command also prints the standard error, in the fourth column.
    expect(rows).toEqual(printed.map((cells) => cells.toSpliced(3, 1).slice(0, 7)));
    const csv = await savedFile(page, "Save CSV");
    expect(csv.bytes.toString().split("\n")).toHaveLength(rows.length + 2);
    const json = JSON.parse((await savedFile(page, "Save JSON")).bytes.toString()) as { items: { name: string }[] };
    expect(json.items.map(({ name }) => name)).toEqual(rows.map(([, name]) => name));
    expect((await savedFile(page, "Save SVG")).bytes.toString()).toContain("<svg xmlns");
    expect((await savedFile(page, "Save PNG")).bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(errors).toEqual([]);
  });

  test("the mouse drags an item, and the ranking changes", async () => {
    const { page, errors } = await site.open();
    const before = await shownRows(page);
    const chip = await page.locator('.chip:has-text("Kefir")').boundingBox();
    const target = await page.locator('[data-tier="0"]').boundingBox();
    if (chip === null || target === null) throw new Error("the board is not visible");
    await page.mouse.move(chip.x + 10, chip.y + 10);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width / 2, target.y + 20, { steps: 4 });
    expect(await page.locator(".ghost").count()).toBe(1);
    await page.mouse.up();
    expect(await page.locator(".ghost").count()).toBe(0);
    expect(await tierOf(page, "Kefir")).toBe("0");
    expect(await shownRows(page)).not.toEqual(before);
    expect(errors).toEqual([]);
  });

  test("a finger drags an item after a short hold, and scrolls without it", async () => {
    const { page } = await site.open("", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
    const session = await page.context().newCDPSession(page);
    const chip = page.locator('.chip:has-text("Kefir")');
    const touch = (type: "touchEnd" | "touchMove" | "touchStart", ...touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const drag = async (hold: () => Promise<unknown>): Promise<void> => {
      await page.locator(".pool").scrollIntoViewIfNeeded();
      const from = await chip.boundingBox();
      const to = await page.locator('[data-tier="1"]').boundingBox();
      if (from === null || to === null) throw new Error("the board is not visible");
      const [start, end] = [from, to].map(({ x, y }) => ({ x: x + 15, y: y + 15 }));
      await touch("touchStart", start);
      await hold();
      await touch("touchMove", { x: start.x, y: (start.y + end.y) / 2 });
      await touch("touchMove", { x: end.x + 60, y: end.y });
      await touch("touchEnd");
    };
    await drag(async () => {});
    expect(await tierOf(page, "Kefir")).toBe("4");
    // Let the page come to rest.
    await page.waitForTimeout(500);
    await drag(() => page.waitForSelector(".ghost"));
    expect(await tierOf(page, "Kefir")).toBe("1");
  });

  test("the keyboard moves an item and keeps the focus on it; two clicks do the same", async () => {
    const { page } = await site.open();
    await page.focus('.chip:has-text("Kefir")');
    await page.keyboard.press("ArrowUp");
    expect(await tierOf(page, "Kefir")).toBe("3");
    await page.keyboard.press("1");
    expect(await tierOf(page, "Kefir")).toBe("0");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Kefir");
    expect(await page.textContent(".board ~ [role=status]")).toBe("Kefir: tier S");
    await page.keyboard.press("Home");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Tea");
    await page.click('.chip:has-text("Kefir")');
    await page.click('[data-tier="2"] h3');
    expect(await tierOf(page, "Kefir")).toBe("2");
  });

  test("a shared link restores the state in another browser", async () => {
    const { page } = await site.open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.focus('.chip:has-text("Water")');
    await page.keyboard.press("1");
    await page.selectOption('label:has-text("Scale") select', "elo");
    const rows = await shownRows(page);
    await page.click('button:text-is("Copy a link")');
    const button = page.locator('button:text-is("Copied")');
    await button.waitFor();
    const link = await page.evaluate("navigator.clipboard.readText()");
    const other = await site.open(String(link).slice(site.address.length));
    expect(await tierOf(other.page, "Water")).toBe("0");
    expect(await shownRows(other.page)).toEqual(rows);
    const damaged = await site.open("#rank/AAAA");
    expect(await damaged.page.locator("main > [role=alert]").textContent()).toContain("cannot be opened");
  });

  test("best-worst answers count as votes", async () => {
    const { page } = await site.open();
    await page.click('role=tab[name="Best–worst"]');
    await page.waitForSelector('.question input[type="radio"]');
    const [best, , , worst] = await page.locator(".question thead th").allTextContents();
    await page.check(`role=radio[name="${best} is the best"]`);
    await page.check(`role=radio[name="${worst} is the worst"]`);
    await expectAccessible(page);
    await page.click('button:text-is("Answer")');
    await page.waitForSelector("text=Question 2 for");
    const votes = (await savedFile(page, "Save the votes")).bytes.toString().trim().split("\n");
    expect(JSON.parse(votes[1])).toMatchObject({ tiers: [[best], expect.anything(), [worst]] });
    await page.click('button:text-is("Take back the last answer")');
    await page.waitForSelector("text=Question 1 for");
  });

  test("ten sample files are dropped and ranked, with the reading in words", async () => {
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
    expect(errors).toEqual([]);
  });

  test("hostile files do no harm", async () => {
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
    writeFileSync(path, Buffer.alloc(100_000_000, "a,b\n"));
    await page.setInputFiles('input[type="file"]', path);
    expect(await page.locator("p.problem").textContent()).toContain("has 100 MB; this page reads up to 64 MB");
    await page.fill("textarea", "a > b\nb > a = c");
    await page.click('button:text-is("Rank this text")');
    expect(await shownRows(page)).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  test("2000 items need few elements, on the board and in the ranking", async () => {
    const { page, errors } = await site.open();
    await page.click("summary:has-text('Items and tiers')");
    const names = Array.from({ length: 2000 }, (_, k) => `Item number ${k}`).join("\n");
    // Typing so many lines takes Chromium seconds.
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
    "axe finds nothing on the board, the file panel and a problem, in %s mode",
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
