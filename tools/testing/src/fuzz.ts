/** A reader to test with arbitrary bytes. */
export interface FuzzTarget {
  readonly name: string;
  /** The initial texts, valid and invalid. Each is also tried without mutations. */
  readonly corpus: readonly string[];
  /**
   * Reads an input and returns whether it was accepted or rejected. Throws if the reader fails with an unexpected error or if its result
   * does not match the input. `random` makes choices such as how to split the input into chunks.
   */
  readonly read: (input: Uint8Array, random: () => number) => "read" | "refused";
}

export interface FuzzResult {
  readonly read: number;
  readonly refused: number;
  /** The maximum processor time per input, in milliseconds. Unlike elapsed time, it does not depend on other programs. */
  readonly slowest: number;
}

/** Typical causes of errors: numbers at and beyond limits, quotes, line endings, byte order marks, and bytes that are not valid text. */
const NASTY: readonly (string | readonly number[])[] = [
  ...["0", "-0", "-1", "1e999", "1e-999", "0x10", "NaN", "Infinity", "1_0", "+1", "01", ".", "1.", ".5", "1e5", "0.1"],
  ...["999999999", "9999999999", "2147483647", "2147483648", "4294967296", "9007199254740993", "99999999999999999999"],
  ...[" ", "\t", ",", ";", ":", "::", '"', '""', "'", "\\", "{", "}", "[", "]", "#", "\n", "\r", "\r\n", "\n\n"],
  ...["null", "true", '{"tiers":[[]]}', "__proto__", "qid:", "# NUMBER ALTERNATIVES: ", "better,worse", "\\ud800"],
  ...["\u0000", "\u001b[31m", "\u009b", "\u202e", "\u2028", "\ufeff", "\ufffd", "\u00a0", "é", "𝔸", "=1+1"],
  ...[[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xe2, 0x82], [0x1f, 0x8b]],
];
const nastyBytes = NASTY.map((one) => (typeof one === "string" ? [...new TextEncoder().encode(one)] : [...one]));

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Runs a target on `inputs` inputs: first its corpus, then mutations of the corpus. Errors name the seed and the input. */
export function fuzz(target: FuzzTarget, { inputs, seed }: { inputs: number; seed: number }): FuzzResult {
  const corpus = target.corpus.map((text) => [...new TextEncoder().encode(text)]);
  const random = seededRandom(seed);
  const result = { read: 0, refused: 0, slowest: 0 };
  for (let i = 0; i < inputs; i++) {
    const input = Uint8Array.from(i < corpus.length ? corpus[i] : mutated(corpus, random));
    const started = process.cpuUsage();
    try {
      result[target.read(input, random)]++;
    } catch (error) {
      const shown = JSON.stringify(Buffer.from(input).toString("latin1"));
      throw new Error(`${target.name}, seed ${seed}, input ${i}, as Latin-1 ${shown}: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const { user, system } = process.cpuUsage(started);
    result.slowest = Math.max(result.slowest, (user + system) / 1000);
  }
  return result;
}

/** Applies one to five mutations to one of the texts; fewer mutations are more likely. */
function mutated(corpus: readonly number[][], random: () => number): number[] {
  const below = (n: number): number => Math.floor(random() * n);
  const bytes = [...corpus[below(corpus.length)]];
  for (let changes = 1 + Math.floor(5 * random() ** 3); changes > 0; changes--) {
    const at = below(bytes.length + 1);
    const length = 1 + below(random() < 0.2 ? 40 : 3);
    switch (below(7)) {
      case 0:
        bytes[below(Math.max(1, bytes.length))] = below(256);
        break;
      case 1:
        bytes.splice(at, length);
        break;
      case 2:
        bytes.splice(at, 0, ...bytes.slice(at, at + length));
        break;
      case 3:
        bytes.splice(at, below(2) * length, ...nastyBytes[below(nastyBytes.length)]);
        break;
      case 4: {
        const other = corpus[below(corpus.length)];
        const from = below(other.length + 1);
        bytes.splice(at, below(2) * length, ...other.slice(from, from + 1 + below(30)));
        break;
      }
      case 5:
        // Copies a byte of the text to another position.
        if (bytes.length > 0) bytes.splice(at, 1, bytes[below(bytes.length)]);
        break;
      default:
        if (random() < 0.3) bytes.length = at;
        else bytes.splice(at, 0, ...nastyBytes[below(nastyBytes.length)]);
    }
  }
  return bytes;
}

/** Splits bytes into chunks of random sizes. */
export function* randomPieces(bytes: Uint8Array, random: () => number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = random() < 0.5 ? bytes.length : start + 1 + Math.floor(random() * (bytes.length - start));
    yield bytes.slice(start, end);
    start = end;
  }
}
