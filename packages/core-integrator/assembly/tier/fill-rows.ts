import { atNode, v } from "../layout";
import { doubledRows, fourDoubledRows } from "./doubled-rows";
import { fourSmallRows, freshRows } from "./fresh-rows";
import { rowOf } from "./row-products";
import { greatestMiddle, middleCount, scale } from "./split";

/** If the polynomial needs more doublings than this, exponentials are faster. */
const MOST_DOUBLINGS: i32 = 6;

/**
 * Fills the rows of the nodes from k up to, but not including, `end`: before node `fresh`, the end of the first octave, from z, and from
 * there on from the rows one octave to the left.
 */
export function fillRows(k: i32, end: i32, octave: i32, fresh: i32): void {
  const rowBytes = <usize>((middleCount + 1) & ~1) << 3;
  // The number of doublings from z = 0.2 to the largest z of the first octave and up to two more nodes.
  let doublings = 0;
  for (let z = 2 * greatestMiddle * scale * load<f64>(atNode(v, fresh, 8)); z > 0.2 && doublings < 9; z *= 0.5) doublings++;
  while (k < end) {
    const row = rowOf(k, rowBytes);
    if (k < fresh && k + 4 <= end && doublings <= MOST_DOUBLINGS) {
      fourSmallRows(k, row, rowBytes, doublings);
      k += 4;
    } else if (k < fresh) {
      freshRows(k, row, rowBytes);
      k += 2;
    } else if (octave >= 4 && k + 4 <= end) {
      fourDoubledRows(k, rowOf(k - octave, rowBytes), row, rowBytes);
      k += 4;
    } else {
      doubledRows(k, rowOf(k - octave, rowBytes), row, rowBytes);
      k += 2;
    }
  }
}
