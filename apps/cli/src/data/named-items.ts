import { UsageError } from "../errors/usage-error.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/**
 * Reads the names of items from a file with two columns, such as `movieId,title`. Unnamed items keep their identifiers.
 * Items that share a name get their identifiers in brackets.
 */
export async function namedItems(path: string, items: readonly string[], session: Session): Promise<readonly string[]> {
  const { readItemNames } = await import("@tierwise/data");
  const names = await readItemNames(path, session.memory);
  const found = items.filter((item) => names.has(item));
  if (found.length === 0) {
    throw new UsageError(
      `${path} contains none of the items, such as ${items.slice(0, 3).join(", ")}; expected the items in its first column`,
    );
  }
  if (found.length < items.length) {
    session.note(
      `${path}: ${count(items.length - found.length)} of ${count(items.length)} items have no name in this file and keep their identifiers`,
    );
  }
  const times = new Map<string, number>();
  for (const item of items) times.set(names.get(item) ?? item, (times.get(names.get(item) ?? item) ?? 0) + 1);
  return items.map((item) => {
    const name = names.get(item) ?? item;
    return times.get(name) === 1 ? name : `${name} [${item}]`;
  });
}
