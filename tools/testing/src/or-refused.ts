/**
 * Returns the result of `read`, or undefined if it rejects its input properly. The error must then be of type `Refusal`, name a line of
 * `input`, and contain no control characters.
 */
export function orRefused<T>(Refusal: new (...args: never[]) => Error, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!/^input:\d+: [^\p{Cc}\p{Cs}\u2028-\u202e]+$/u.test(error.message)) throw error;
    return undefined;
  }
}
