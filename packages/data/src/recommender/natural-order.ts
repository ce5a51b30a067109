/**
 * Compares two names in natural order: runs of digits are compared as numbers, and everything else by code unit. Names that are equal in
 * this order, such as `7` and `07`, are compared as plain text, so that only identical names are equal. The order is the same on every
 * machine.
 *
 * @param a - A name.
 * @param b - Another name.
 * @returns A negative number if `a` comes first, a positive number if `b` does, 0 if they are identical.
 *
 * @example
 * ```ts
 * import { naturalOrder } from "@tierwise/data";
 *
 * console.log(["film-10", "film-9", "film", "10", "9"].sort(naturalOrder).join(" ")); // 9 10 film film-9 film-10
 * ```
 */
export function naturalOrder(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const difference = isDigit(a, i) && isDigit(b, j) ? compareRuns(a, i, b, j) : a.charCodeAt(i) - b.charCodeAt(j);
    if (difference !== 0) return difference;
    if (isDigit(a, i)) {
      i = endOfRun(a, i);
      j = endOfRun(b, j);
    } else {
      i++;
      j++;
    }
  }
  return a.length - i - (b.length - j) || (a < b ? -1 : Number(a > b));
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text, at)) at++;
  return at;
}

/** Compares two runs of digits as numbers of any length. After removal of leading zeros, the longer run is the larger number. */
function compareRuns(a: string, i: number, b: string, j: number): number {
  const [endA, endB] = [endOfRun(a, i), endOfRun(b, j)];
  let [atA, atB] = [i, j];
  while (atA < endA - 1 && a[atA] === "0") atA++;
  while (atB < endB - 1 && b[atB] === "0") atB++;
  if (endA - atA !== endB - atB) return endA - atA - (endB - atB);
  for (; atA < endA; atA++, atB++) {
    if (a[atA] !== b[atB]) return a.charCodeAt(atA) - b.charCodeAt(atB);
  }
  return 0;
}
