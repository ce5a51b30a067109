const words = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** A copy that JSON can hold: numbers that are not finite become words. */
export function toJson<T>(value: T): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
    ),
  );
}

/** What `toJson` was given. No text of a training is one of those words. */
export function fromJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? (words.get(part) ?? part) : part,
  ) as T;
}
