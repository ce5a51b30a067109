// Functions that check the values in a link, because anyone can forge a link. Each returns the value or throws.

/** Checks that a value is an object. */
export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RangeError("the link is damaged");
  return value as Record<string, unknown>;
}

/** Checks that a value is a list of at most `most` values. */
export function list(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new RangeError("the link has a list that is too long");
  return value;
}

/** Checks that a value is a text. */
export function text(value: unknown): string {
  if (typeof value !== "string") throw new RangeError("the link is damaged");
  return value;
}

/** Checks that a value is an index below `length`. */
export function index(value: unknown, length: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= length) {
    throw new RangeError("the link refers to something that it does not contain");
  }
  return value;
}

/** Checks that a value is one of the given words. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const found = values.find((each) => each === value);
  if (found === undefined) throw new RangeError("the link has an unknown option");
  return found;
}
