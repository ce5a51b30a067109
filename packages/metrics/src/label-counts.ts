/** Throws unless every element is a count, and names the first that is none. */
export function checkLabelCounts(labelCounts: ArrayLike<number>): void {
  if (!Number.isInteger(labelCounts?.length)) {
    throw new TypeError(`labelCounts is ${labelCounts}; expected one count per label`);
  }
  for (let label = 0; label < labelCounts.length; label++) {
    const count = labelCounts[label];
    if (!Number.isInteger(count) || count < 0) {
      throw new RangeError(`labelCounts[${label}] is ${count}; expected an integer of at least 0`);
    }
  }
}
