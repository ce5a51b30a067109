import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { shownRows, tierOf } from "./ranking-page.ts";
import { expectAccessible, openSite, savedFile } from "./site.ts";

const site = await openSite();
const command = join(import.meta.dirname, "../../../cli/bin/tierwise.js");

/** The rows that the command prints, split into cells. */
function printedRows(name: string, bytes: Uint8Array, commandLine: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-page-"));
  writeFileSync(join(folder, name), bytes);
  const args = [command, ...commandLine.split(" ").slice(1), "--top", "0"];
  const env = { ...process.env, NO_COLOR: "1", COLUMNS: "200" };
  const lines = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", env, stdio: "pipe" }).split("\n");
  return lines.filter((line) => /^ *\d/.test(line)).map((line) => line.trim().split(/ {2,}/));
}

describe.skipIf(typeof site === "string")("Rank something, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("the page shows and exports the same numbers as the command", async () => {
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

  test("the first ranking appears without moving visible elements", async () => {
    const { page } = await site.open();
    await shownRows(page);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          new PerformanceObserver((list) => {
            done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(0), 300);
        }),
    );
    expect(shift).toBeLessThan(0.01);
  });

  test("dragging an item with the mouse changes the ranking", async () => {
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

  test("a finger drags an item after a short hold, and otherwise scrolls", async () => {
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
    // The clock of the page is stopped, so that even on a slow machine the finger moves before the hold time has passed.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await drag(async () => {});
    expect(await tierOf(page, "Kefir")).toBe("4");
    await page.clock.resume();
    // Waits until the page has stopped scrolling.
    await page.waitForTimeout(500);
    await drag(() => page.waitForSelector(".ghost"));
    expect(await tierOf(page, "Kefir")).toBe("1");
  });

  test("the keyboard moves an item and keeps the focus on it, and two clicks also move it", async () => {
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
    const [best, , , worst] = await page.locator(".question tbody th").allTextContents();
    await page.check(`role=radio[name="${best} is the best"]`);
    await page.check(`role=radio[name="${worst} is the worst"]`);
    await expectAccessible(page);
    await page.click('button:text-is("Answer")');
    await page.waitForSelector("text=Question 2 for");
    const votes = (await savedFile(page, "Save the votes")).bytes.toString().trim().split("\n");
    expect(JSON.parse(votes[1])).toMatchObject({ tiers: [[best], expect.anything(), [worst]] });
    await page.click('button:text-is("Undo the last answer")');
    await page.waitForSelector("text=Question 1 for");
  });
});
