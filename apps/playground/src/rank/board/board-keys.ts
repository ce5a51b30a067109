import { unplaced } from "../state/board.ts";

/** The effect of a key on the focused item: the item moves to another tier, or the focus moves within the tier. */
export type KeyEffect = { readonly tier: number } | { readonly focus: "end" | "next" | "previous" | "start" };

/**
 * The effect of a key on an item in `tier`. Up and Down move the item by one tier, where the unplaced items count as the lowest tier; a
 * digit moves it to that tier.
 *
 * @returns undefined if the key has no effect.
 */
export function keyEffect(key: string, tier: number, tierCount: number): KeyEffect | undefined {
  const row = tier === unplaced ? tierCount : tier;
  if (key === "ArrowUp") return row === 0 ? undefined : { tier: row - 1 };
  if (key === "ArrowDown") return row === tierCount ? undefined : { tier: row + 1 === tierCount ? unplaced : row + 1 };
  if (key === "ArrowRight") return { focus: "next" };
  if (key === "ArrowLeft") return { focus: "previous" };
  if (key === "Home") return { focus: "start" };
  if (key === "End") return { focus: "end" };
  if (key === "0" || key === "Delete" || key === "Backspace") return { tier: unplaced };
  const number = /^[1-9]$/.test(key) ? Number(key) : 0;
  return number > 0 && number <= tierCount ? { tier: number - 1 } : undefined;
}
