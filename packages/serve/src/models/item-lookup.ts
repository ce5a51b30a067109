import { RequestError } from "../answers/request-error.ts";
import { shown } from "../answers/shown.ts";

/** Looks up the items of a model by name or index. */
export interface ItemLookup {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The name of an item; its index as text if the model has no names. */
  readonly nameOf: (item: number) => string;
  /** The beginning of the JSON text of a ranked item, up to its score. */
  readonly scoredAs: (item: number) => string;
  /** The item that a request names; throws if there is no such item. `place` is its position in the request, such as `exclude[2]`. */
  readonly find: (item: unknown, place: string) => number;
}

/** Creates the lookup for N items with or without names. Duplicate names cannot be looked up. */
export function createItemLookup(itemCount: number, itemNames: readonly string[] | undefined): ItemLookup {
  const indexOf = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const [item, name] of itemNames?.entries() ?? []) {
    if (indexOf.has(name)) ambiguous.add(name);
    indexOf.set(name, item);
  }
  const names = itemNames ?? Array.from({ length: itemCount }, (_, item) => String(item));
  if (itemNames === undefined) for (const [item, name] of names.entries()) indexOf.set(name, item);
  const beginnings: string[] = [];
  const expected = `an item index from 0 to ${itemCount - 1}${itemNames === undefined ? "" : " or the name of an item"}`;
  return {
    itemCount,
    nameOf: (item) => names[item],
    scoredAs(item) {
      // The text is cached, because escaping a name takes longer than writing the rest of an item.
      beginnings[item] ??= `{"item":${item},"name":${JSON.stringify(names[item])},"score":`;
      return beginnings[item];
    },
    find(item, place) {
      if (typeof item === "number" && Number.isInteger(item) && item >= 0 && item < itemCount) return item;
      const found = typeof item === "string" ? indexOf.get(item) : undefined;
      if (found === undefined)
        throw new RequestError("unknown_item", `${place} is ${shown(item)}; expected ${expected}`);
      if (ambiguous.has(item as string)) {
        const message = `${place} is ${shown(item)}, the name of more than one item; expected an index`;
        throw new RequestError("unknown_item", message);
      }
      return found;
    },
  };
}
