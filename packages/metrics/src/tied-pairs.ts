/** How many pairs of elements are equal, in an array where equal elements stand together. */
export function tiedPairs(grouped: Float64Array): number {
  let pairs = 0;
  let before = 0;
  for (let i = 1; i < grouped.length; i++) {
    before = grouped[i] === grouped[i - 1] ? before + 1 : 0;
    pairs += before;
  }
  return pairs;
}
