import type { PackedPreferences } from "@tierwise/core-integrator";
import { itemStamps } from "@tierwise/core-integrator/passes";
import { type AliasDraw, aliasTable, type Random, randomStream } from "@tierwise/random";
import type { LowestTier } from "../loss/lowest-tier.ts";
import type { NegativeSampling } from "./negative-sampling.ts";

/** K draws from the lowest tier of a preference. */
export interface NegativeDraw {
  /** The items drawn; an item may occur several times. */
  items: Int32Array;
  /** The weight 1/(K·Q_j) of each item drawn, where Q_j is the probability of drawing item j. */
  weights: Float64Array;
  /** Draws new items from the lowest tier of a preference. */
  readonly draw: (preferences: PackedPreferences, lowest: LowestTier) => void;
}

/** If the lowest tier has less than this fraction of all items, draws use a list of its items instead of rejection. */
const SMALLEST_SHARE = 1 / 16;

/** Creates a sampler. Memory is allocated at the first draw, because nothing is ever drawn if K exceeds the size of every tier. */
export function negativeDraw({ count, popularity: given, seed = 0, random: source }: NegativeSampling): NegativeDraw {
  const random = source ?? randomStream(seed);
  const popularity = given === undefined ? undefined : scaled(given);
  const table = popularity === undefined ? undefined : aliasTable(popularity);
  const popularitySum = Array.from(popularity ?? []).reduce((sum, value) => sum + value, 0);

  const draw: NegativeDraw["draw"] = (preferences, lowest) => {
    const { itemCount } = preferences;
    if (drawn.items.length === 0) {
      drawn.items = new Int32Array(count);
      drawn.weights = new Float64Array(count);
    }
    const { items, weights } = drawn;
    const isNamed = lowest.unnamed ? stampNamed(preferences, lowest) : undefined;
    const total = popularity === undefined ? itemCount : popularitySum;
    let mass = isNamed === undefined ? 0 : unnamedMass(preferences, lowest, total, popularity);
    if (isNamed !== undefined && mass >= SMALLEST_SHARE * total) {
      for (let k = 0; k < count; k++) {
        do items[k] = drawAny(random, itemCount, table);
        while (isNamed(items[k]));
      }
    } else {
      mass = listTier(preferences, lowest, popularity, isNamed);
      for (let k = 0; k < count; k++) items[k] = drawListed(random() * mass, lowest.size);
    }
    for (let k = 0; k < count; k++) weights[k] = mass / (count * (popularity?.[items[k]] ?? 1));
  };
  const drawn: NegativeDraw = { items: new Int32Array(0), weights: new Float64Array(0), draw };
  return drawn;
}

/** Divides the popularities by a common factor, so that their sums do not overflow. */
function scaled(popularity: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(popularity);
  const most = values.reduce((max, value) => Math.max(max, value), 0);
  return values.map((value) => value / most);
}

function drawAny(random: Random, itemCount: number, table: AliasDraw | undefined): number {
  return table === undefined ? Math.floor(random() * itemCount) : table(random);
}

function stampNamed(
  { items, itemCount }: PackedPreferences,
  { from, upperEnd }: LowestTier,
): (item: number) => boolean {
  const { stamp, base } = itemStamps(itemCount, 1);
  for (let i = from; i < upperEnd; i++) stamp[items[i]] = base;
  return (item) => stamp[item] === base;
}

/** The total popularity of the items that no tier names, computed by subtraction. */
function unnamedMass(
  { items }: PackedPreferences,
  { from, upperEnd }: LowestTier,
  total: number,
  popularity: ArrayLike<number> | undefined,
): number {
  let mass = total;
  for (let i = from; i < upperEnd; i++) mass -= popularity?.[items[i]] ?? 1;
  return mass;
}

let listed = new Int32Array(0);
/** The cumulative popularity of the listed items. */
let cumulative = new Float64Array(0);

/** Lists the lowest tier and returns its total popularity. */
function listTier(
  { items, itemCount }: PackedPreferences,
  { upperEnd, size }: LowestTier,
  popularity: ArrayLike<number> | undefined,
  isNamed: ((item: number) => boolean) | undefined,
): number {
  if (listed.length < size) {
    listed = new Int32Array(size);
    cumulative = new Float64Array(size);
  }
  if (isNamed === undefined) for (let i = 0; i < size; i++) listed[i] = items[upperEnd + i];
  else for (let item = 0, i = 0; item < itemCount; item++) if (!isNamed(item)) listed[i++] = item;
  let mass = 0;
  for (let i = 0; i < size; i++) {
    mass += popularity?.[listed[i]] ?? 1;
    cumulative[i] = mass;
  }
  return mass;
}

/** The first listed item whose cumulative popularity exceeds `at`. */
function drawListed(at: number, size: number): number {
  let low = 0;
  let high = size - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle] > at) high = middle;
    else low = middle + 1;
  }
  return listed[low];
}
