import type { Page } from "playwright-core";

/** The cells of the ranking that the page shows: place, name, value, interval, rank, P(best), group. */
export async function shownRows(page: Page): Promise<string[][]> {
  await settled(page);
  const rows = await page.locator(".rows tbody tr:not(.spacer)").all();
  return Promise.all(
    rows.map(async (row) => (await row.locator("th, td").allTextContents()).toSpliced(2, 1).slice(0, 7)),
  );
}

/** Waits until the ranking of the current votes is shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(60);
  await page.waitForSelector('section[aria-busy="false"]');
}

/** The tier of an item on the board. */
export function tierOf(page: Page, item: string): Promise<string | null> {
  return page.locator(".tier", { has: page.locator(`.chip:has-text("${item}")`) }).getAttribute("data-tier");
}
