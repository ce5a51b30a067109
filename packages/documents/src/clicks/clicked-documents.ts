import { randomSplit, randomStream } from "@tierwise/random";
import type { DocumentLists } from "../lists/document-lists.ts";
import { selectLists } from "../lists/select-lists.ts";
import type { ClickLog } from "./click-log.ts";

/** Result pages that users saw, with the features of their documents and the clicks. */
export interface ClickedDocuments {
  /** One list per page, named after its query; all grades are 0. */
  readonly lists: DocumentLists;
  /** The positions and clicks of the same documents. */
  readonly log: ClickLog;
  /** The number of each entry's document, for `estimatePropensities`; entries with the same query and document have the same number. */
  readonly documents: Int32Array;
}

/** The two parts of {@link splitClicks}. */
export interface ClickSplit {
  /** The pages to train on. */
  readonly train: ClickedDocuments;
  /** The pages that are held out. */
  readonly validation: ClickedDocuments;
}

/**
 * Splits pages at random into training and validation pages. All pages of a query stay together.
 *
 * @param clicked - The pages.
 * @param options - `validation`: the fraction of queries to hold out; at least one query is held out, and at least one remains. Default: 0.2.
 *   `seed`: the seed of the split. Default: 0.
 */
export function splitClicks(
  clicked: ClickedDocuments,
  { validation = 0.2, seed = 0 }: { readonly validation?: number; readonly seed?: number } = {},
): ClickSplit {
  const pages = clicked.log.offsets.length - 1;
  const names = Array.from({ length: pages }, (_, l) => clicked.lists.listNames?.[l] ?? `${l}`);
  const queries = [...new Set(names)];
  if (!(validation > 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a number between 0 and 1`);
  }
  if (queries.length < 2) {
    throw new RangeError(
      `the number of queries is ${queries.length}; expected at least 2, so that one can be held out`,
    );
  }
  const held = Math.min(queries.length - 1, Math.max(1, Math.round(validation * queries.length)));
  const { held: chosen } = randomSplit(queries.length, held, randomStream(seed));
  const isHeld = new Set(Array.from(chosen, (q) => queries[q]));
  const pagesOf = (wanted: boolean): number[] => [...names.keys()].filter((l) => isHeld.has(names[l]) === wanted);
  return { train: selectPages(clicked, pagesOf(false)), validation: selectPages(clicked, pagesOf(true)) };
}

function selectPages({ lists, log, documents }: ClickedDocuments, chosen: readonly number[]): ClickedDocuments {
  const selected = selectLists(lists, chosen);
  const { offsets } = selected;
  const pick = <T extends Int32Array | Uint8Array>(from: T, to: T): T => {
    for (const [l, page] of chosen.entries()) {
      to.set(from.subarray(log.offsets[page], log.offsets[page + 1]), offsets[l]);
    }
    return to;
  };
  const count = offsets[chosen.length];
  const positions = pick(log.positions, new Int32Array(count));
  const clicks = pick(log.clicks, new Uint8Array(count));
  return { lists: selected, log: { offsets, positions, clicks }, documents: pick(documents, new Int32Array(count)) };
}
