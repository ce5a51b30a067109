import { UsageError } from "../errors/usage-error.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** Reads the title of each item from a file with columns such as `movieId,title`. Items without a title keep their name. */
export async function itemTitles(path: string, itemNames: readonly string[], session: Session): Promise<string[]> {
  const { readItemNames } = await import("@tierwise/data");
  const titles = await readItemNames(path, session.memory);
  const missing = itemNames.filter((name) => !titles.has(name)).length;
  if (missing === itemNames.length) {
    const few = itemNames.slice(0, 3).join(", ");
    throw new UsageError(
      `${path} has no title for any of the items, such as ${few}; expected the items in its first column`,
    );
  }
  if (missing > 0)
    session.note(`${path}: ${count(missing)} of ${count(itemNames.length)} items have no title and keep their names`);
  return itemNames.map((name) => titles.get(name) ?? name);
}
