/**
 * Enforces two properties of items that had equal utilities before a vote: items in the same tier stay equal, and no item ends below an
 * item that it beat.
 *
 * Both properties hold automatically if the items also had equal variances. If a property failed, exchanging two utilities would leave the
 * prior unchanged without lowering the likelihood, which is impossible because the mode is unique. With unequal variances, an uncertain
 * item moves farther than a certain one and could overtake it. Such items are pooled at their mean, weighted by precision (isotonic
 * regression by pooling adjacent violators).
 *
 * @param modes - The utilities after the vote, tier after tier. The utilities are adjusted in place.
 * @param means - The utilities before the vote.
 */
export function keepEqual(
  modes: Float64Array,
  means: Float64Array,
  variances: Float64Array,
  tierOffsets: Int32Array,
): void {
  const tierOf = new Int32Array(means.length);
  for (let m = 0; m + 1 < tierOffsets.length; m++) tierOf.fill(m, tierOffsets[m], tierOffsets[m + 1]);
  const order = Int32Array.from(means.keys()).sort((a, b) => means[a] - means[b] || a - b);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && means[order[end]] === means[order[start]]) end++;
    if (end > start + 1) pool(order.subarray(start, end), tierOf, modes, variances);
    start = end;
  }
}

interface Block {
  end: number;
  precision: number;
  value: number;
}

/** Pools the items of each tier, then adjacent blocks that are out of order. `members` are sorted by tier, best first. */
function pool(members: Int32Array, tierOf: Int32Array, modes: Float64Array, variances: Float64Array): void {
  const blocks: Block[] = [];
  for (let start = 0; start < members.length; ) {
    let block = { end: start, precision: 0, value: 0 };
    for (let i = start; i < members.length && tierOf[members[i]] === tierOf[members[start]]; i++) {
      const one = { end: i + 1, precision: 1 / variances[members[i]], value: modes[members[i]] };
      block = i === start ? one : merged(block, one);
    }
    start = block.end;
    for (let above = blocks.at(-1); above !== undefined && above.value < block.value; above = blocks.at(-1)) {
      block = merged(above, block);
      blocks.pop();
    }
    blocks.push(block);
  }
  let at = 0;
  for (const { end, value } of blocks) for (; at < end; at++) modes[members[at]] = value;
}

function merged(a: Block, b: Block): Block {
  const precision = a.precision + b.precision;
  return { end: b.end, precision, value: a.value + (b.value - a.value) * (b.precision / precision) };
}
