const [TAB, SPACE, HASH] = [9, 32, 35];

export function isSame(bytes: Uint8Array, from: number, to: number, other: Uint8Array): boolean {
  if (to - from !== other.length) return false;
  for (let i = 0; i < other.length; i++) if (bytes[from + i] !== other[i]) return false;
  return true;
}

export function nameIn(comment: string): string | undefined {
  return /docid\s*=\s*(\S+)/.exec(comment)?.[1];
}

/** The first position, starting at `from`, that is not a space or tab. */
export function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && (bytes[i] === SPACE || bytes[i] === TAB)) i++;
  return i;
}

export function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && bytes[i] !== SPACE && bytes[i] !== TAB && bytes[i] !== HASH) i++;
  return i;
}
