import { DatasetError } from "../../src/index.ts";

/** What `read` returns, or nothing where it refuses its input as it should: with the package's own error, which names a line. */
export function orRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    // Nothing that a terminal would obey may stand in it.
    if (!/^input:\d+: [^\p{Cc}\p{Cs}\u2028-\u202e]+$/u.test(error.message)) throw error;
    return undefined;
  }
}
