/** Throws unless `ks` is an array of distinct cutoffs. */
export function checkCutOffs(ks: readonly number[]): void {
  if (!Array.isArray(ks) || ks.length === 0)
    throw new TypeError(`ks is ${JSON.stringify(ks)}; expected an array such as [1, 3, 5]`);
  for (const [i, k] of ks.entries()) {
    if (!Number.isInteger(k) || k < 1) throw new RangeError(`ks[${i}] is ${k}; expected a positive integer`);
    if (ks.indexOf(k) < i) throw new RangeError(`ks contains ${k} twice`);
  }
}
