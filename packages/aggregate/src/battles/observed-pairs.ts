import type { PairCells } from "../pairs/pair-cells.ts";
import { PairIndex } from "../pairs/pair-index.ts";
import type { PairObservations } from "../pairs/pair-observations.ts";
import type { Battles } from "./battles.ts";
import type { ScaledControls } from "./controls.ts";

/** The settings for converting battles to comparisons. */
export interface PairingOptions {
  /** Whether ties are left out. */
  readonly dropTies: boolean;
  /** Whether ties have their own parameter, ν. */
  readonly hasTies: boolean;
  /** The control values of each row; undefined if there are none. */
  readonly controls: ScaledControls | undefined;
  /** Whether each row needs its own cell because judges have different scales. */
  readonly keepRows: boolean;
  /** Normalized weights of the rows. */
  readonly weights: Float64Array;
}

/** Battles converted to comparisons. */
export interface ObservedPairs {
  readonly cells: PairCells;
  readonly observations: PairObservations;
  /** The row that each observation came from. If rows were not merged, this is also the row of each cell. */
  readonly rows: Int32Array;
}

/**
 * Converts battles to comparisons. Rows with the same two items and the same winner are merged, whichever item is on the left, unless
 * controls, judges or clusters distinguish them.
 */
export function observedPairs(battles: Battles, options: PairingOptions): ObservedPairs {
  const { left, right, outcomes, clusters, itemNames } = battles;
  const { weights, controls, keepRows, hasTies, dropTies } = options;
  const pairs = new PairIndex(itemNames.length);
  const keepsCells = controls !== undefined || keepRows;
  // The index of the observation for each pair and outcome, if observations are merged.
  const slots: number[] | undefined = keepsCells || clusters !== undefined ? undefined : [];
  const found: Found = { weights: [], cells: [], outcomes: [], rows: [] };
  for (let r = 0; r < left.length; r++) {
    const outcome = Math.min(outcomes[r], 2);
    if (weights[r] === 0 || (dropTies && outcome === 2)) continue;
    const cell = keepsCells ? pairs.add(left[r], right[r]) : pairs.indexOf(left[r], right[r]);
    const isFlipped = !keepsCells && left[r] > right[r] && outcome < 2;
    const seen = isFlipped ? 1 - outcome : outcome;
    const known = slots?.[3 * cell + seen];
    if (known !== undefined) {
      found.weights[known] += weights[r];
      continue;
    }
    if (slots !== undefined) slots[3 * cell + seen] = found.rows.length;
    found.weights.push(weights[r]);
    found.cells.push(cell);
    found.outcomes.push(seen);
    found.rows.push(r);
  }
  const rows = Int32Array.from(found.rows);
  return {
    cells: {
      itemCount: itemNames.length,
      ...pairs.sides(),
      controlCount: controls?.scales.length ?? 0,
      controls: controlsOf(controls, rows),
      hasTies,
    },
    observations: {
      weights: Float64Array.from(found.weights),
      cells: Int32Array.from(found.cells),
      outcomes: Uint8Array.from(found.outcomes),
      ...(clusters && { clusters: rows.map((r) => clusters[r]) }),
    },
    rows,
  };
}

interface Found {
  readonly weights: number[];
  readonly cells: number[];
  readonly outcomes: number[];
  readonly rows: number[];
}

function controlsOf(controls: ScaledControls | undefined, rows: Int32Array): Float64Array {
  if (controls === undefined) return new Float64Array(0);
  const count = controls.scales.length;
  const values = new Float64Array(rows.length * count);
  for (let c = 0; c < rows.length; c++) {
    values.set(controls.values.subarray(rows[c] * count, rows[c] * count + count), c * count);
  }
  return values;
}
