/**
 * Describes a set of users without their names: a sorted list of 32-bit hashes, in base64. A model stores it to distinguish the users
 * it was trained on from other users.
 *
 * @param names - The names of the users.
 *
 * @example
 * ```ts
 * import { describeUsers, isOneOfUsers } from "@tierwise/data";
 *
 * const met = isOneOfUsers(describeUsers(["ann", "bob"]));
 * console.log(met("ann"), met("eve")); // true false
 * ```
 */
export function describeUsers(names: readonly string[]): string {
  return textOf(Uint32Array.from(new Set(names), hashOf).sort());
}

/**
 * The union of two sets of users.
 *
 * @param a - A result of {@link describeUsers}.
 * @param b - Another result of {@link describeUsers}.
 *
 * @example
 * ```ts
 * import { describeUsers, joinUsers } from "@tierwise/data";
 *
 * console.log(joinUsers(describeUsers(["ann"]), describeUsers(["bob"])) === describeUsers(["ann", "bob"])); // true
 * ```
 */
export function joinUsers(a: string, b: string): string {
  return textOf(Uint32Array.from(new Set([...hashesOf(a), ...hashesOf(b)])).sort());
}

/**
 * Tests whether a user belongs to a set. A user outside a set of n users is mistaken for a member with probability n/2³².
 *
 * @param users - The result of {@link describeUsers}.
 * @returns A function that returns whether a name belongs to the set.
 * @throws TypeError if the text is not a set of users.
 */
export function isOneOfUsers(users: string): (name: string) => boolean {
  const hashes = new Set(hashesOf(users));
  return (name) => hashes.has(hashOf(name));
}

function textOf(hashes: Uint32Array): string {
  const bytes = new Uint8Array(4 * hashes.length);
  const view = new DataView(bytes.buffer);
  for (const [i, hash] of hashes.entries()) view.setUint32(4 * i, hash, true);
  let text = "";
  // Bytes are converted in pieces, because the number of arguments of a call is limited.
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return btoa(text);
}

function hashesOf(users: string): number[] {
  const text = atob(users);
  if (text.length % 4 !== 0) throw new TypeError("users is not a set of users; expected the result of describeUsers");
  const view = new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer);
  return Array.from({ length: text.length / 4 }, (_, i) => view.getUint32(4 * i, true));
}

/** FNV-1a on the code units of a name, followed by the finalizer of MurmurHash3. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
