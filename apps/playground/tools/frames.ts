// `pnpm --filter @tierwise/playground frames`: measures the durations of frames on a board of 2000 items during dragging, typing and
// scrolling, with the processor slowed down by a factor of four. cspell:ignore tdur (the processor time in a trace)
import type { Page } from "playwright-core";
import { openBrowser } from "./open-browser.ts";
import { serveSite } from "./serve-site.ts";

const itemCount = 2000;
const slowdown = 4;

const browser = await openBrowser();
if (typeof browser === "string") throw new Error(browser);
const { address, close } = await serveSite();
const page = await browser.newPage({ viewport: { width: 1360, height: 1000 } });
await page.goto(address);
await page.click("summary:has-text('Items and tiers')");
await page.click('button:text-is("Start with an empty board")');
await page.locator("textarea").evaluate(
  (area, text) => {
    (area as HTMLTextAreaElement).value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  },
  Array.from({ length: itemCount }, (_, k) => `Item number ${k}`).join("\n"),
);
await page.click('button:text-is("Add items")');
await page.click("summary:has-text('Items and tiers')");
// Places some items, so that the page shows a ranking and updates it.
for (let k = 0; k < 12; k++) {
  await page.focus(".tier.pool .chip");
  await page.keyboard.press(String(1 + (k % 5)));
}
await page.waitForSelector(".rows tbody tr");
const session = await page.context().newCDPSession(page);

console.log(`frames on a board of ${itemCount} items, with the processor slowed down by a factor of ${slowdown}:`);
await report("dragging an item across the tiers", dragAcross);
await report("dropping items into tiers", async () => {
  for (let k = 0; k < 5; k++) await dragTo(k);
});
await report("moving items with the keyboard", async () => {
  for (let k = 0; k < 10; k++) {
    await page.focus(".tier.pool .chip");
    await page.keyboard.press(String(1 + (k % 5)));
    await page.waitForTimeout(100);
  }
});
await report("typing in the search", async () => {
  await page.locator('input[type="search"]').pressSequentially("number 19", { delay: 80 });
  for (let k = 0; k < 9; k++) await page.keyboard.press("Backspace", { delay: 80 });
});
await report("scrolling the ranking", () => scroll(page, ".rows"));
await browser.close();
close();

/** An event of a trace: a task of a thread, with its processor time in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly pid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Prints the longest frame, the 95th percentile of frames, and the longest task of the page. The task is measured in processor time, which
 * depends less on other programs.
 */
async function report(words: string, work: () => Promise<unknown>): Promise<void> {
  await page.waitForTimeout(500);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    Object.assign(globalThis, { gaps });
    requestAnimationFrame(function next(now) {
      gaps.push(now - last);
      last = now;
      if ("gaps" in globalThis) requestAnimationFrame(next);
    });
  });
  await work();
  const gaps = await page.evaluate(() => {
    const { gaps: measured } = globalThis as unknown as { gaps: number[] };
    Reflect.deleteProperty(globalThis, "gaps");
    return measured.slice(1);
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.waitForTimeout(500);
  const task = slowdown * (await longestTask(work));
  const sorted = gaps.toSorted((a, b) => a - b);
  const [longest, most] = [1, 0.95].map((part) => sorted[Math.floor(part * (sorted.length - 1))].toFixed(0));
  console.log(
    `${words}: longest frame ${longest} ms, 95 % of ${sorted.length} frames at most ${most} ms; longest task ${task.toFixed(0)} ms of processor time × ${slowdown}`,
  );
}

/** The longest task of the page's main thread during some work, in milliseconds of processor time. */
async function longestTask(work: () => Promise<unknown>): Promise<number> {
  if (typeof browser === "string") return Number.NaN;
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await work();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const isMain = ({ pid, tid }: TraceEvent): boolean => main.some((one) => one.pid === pid && one.tid === tid);
  const tasks = traceEvents.filter(
    (event) => event.tdur !== undefined && event.name.endsWith("RunTask") && isMain(event),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

async function dragAcross(): Promise<void> {
  const from = await centerOf(".tier.pool .chip");
  const to = await centerOf('.tier[data-tier="0"]');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let turn = 0; turn < 2; turn++) {
    await page.mouse.move(to.x, to.y, { steps: 40 });
    await page.mouse.move(from.x, from.y, { steps: 40 });
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
}

async function dragTo(tier: number): Promise<void> {
  const from = await centerOf(".tier.pool .chip");
  const to = await centerOf(`.tier[data-tier="${tier}"]`);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.mouse.up();
  await page.waitForTimeout(200);
}

async function centerOf(selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not visible`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function scroll(on: Page, selector: string): Promise<void> {
  const { x, y } = await centerOf(selector);
  await on.mouse.move(x, y);
  for (let k = 0; k < 20; k++) {
    await on.mouse.wheel(0, 400);
    await on.waitForTimeout(50);
  }
}
