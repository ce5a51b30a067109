const TAB: u32 = 9;
const LINE_FEED: u32 = 10;
const RETURN: u32 = 13;
const SPACE: u32 = 32;
const HASH: u32 = 35;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const DOT: u32 = 46;
const COLON: u32 = 58;
const LETTER_E: u32 = 101;
/** `qid:` as a little-endian word. */
const QID: u32 = 0x3a646971;

/** Integers of up to this many digits and powers of ten up to this exponent are exact doubles; their product and quotient round correctly. */
const MOST_DIGITS: i32 = 15;
const MOST_EXPONENT: i32 = 22;
/** The bit above the lowest sixteen bits of a mask; each of those sixteen bits stands for a byte. */
const SIXTEEN: i32 = 1 << 16;

/** The position after the last parsed line, and the numbers of its record. */
let position: usize = 0;
let query: usize = 0;
let queryEnd: usize = 0;
let comment: usize = 0;
let grade: f32 = 0;
let features: usize = 0;

/**
 * Parses lines such as `grade qid:7 1:0.5 3:2 # comment`, with ascending features, into dense rows, in one pass over the bytes. Stops at a
 * line of any other form, after `most` rows, or at `end`, which follows a line feed and must have sixteen readable bytes after it.
 *
 * @param records - Six words per row: the start and end of the query and the start of the comment as offsets from `bytes` (0 if there is
 *   none), the grade as a float, one more than the largest feature, and the number of lines before the row.
 * @param status - Three words: the numbers of rows, lines and bytes that were parsed.
 * @param powers - The powers of ten from 0 to 22 as doubles.
 */
export function parseFeatureLines(
  bytes: usize,
  end: usize,
  rows: usize,
  stride: usize,
  records: usize,
  most: usize,
  status: usize,
  powers: usize,
): void {
  let at = bytes;
  let lines: u32 = 0;
  let count: usize = 0;
  while (at < end && count < most) {
    let start = skipSpace(at);
    const first: u32 = load<u8>(start);
    if (first == LINE_FEED || first == HASH || (first == RETURN && load<u8>(start, 1) == LINE_FEED)) {
      while (load<u8>(start) != LINE_FEED) start++;
      at = start + 1;
      lines++;
      continue;
    }
    const row = rows + ((count * stride) << 2);
    memory.fill(row, 0, stride << 2);
    if (!parseLine(start, row, stride, powers)) break;
    store<usize>(records, query == 0 ? 0 : query - bytes);
    store<usize>(records, query == 0 ? 0 : queryEnd - bytes, 4);
    store<usize>(records, comment == 0 ? 0 : comment - bytes, 8);
    store<f32>(records, grade, 12);
    store<usize>(records, features, 16);
    store<u32>(records, lines, 20);
    records += 24;
    at = position;
    lines++;
    count++;
  }
  store<usize>(status, count);
  store<u32>(status, lines, 4);
  store<usize>(status, at - bytes, 8);
}

/**
 * Parses one line; returns false if the line is not in the plain form. The grade is read like the value of a feature. Numbers are decimals
 * of at most fifteen digits that start with a digit or a minus sign. All state of the loop is in local variables, because the position
 * after one number is the start of the next.
 */
function parseLine(at: usize, row: usize, stride: usize, powers: usize): bool {
  let isGrade = true;
  let index: usize = 0;
  let next: usize = 0;
  query = 0;
  comment = 0;
  for (;;) {
    const negative = load<u8>(at) == MINUS;
    if (negative) at++;
    // Reads sixteen bytes at once. The number ends at `stop`, the first byte that is neither a digit nor a dot (nor a slash, whose
    // code lies between theirs). The processor can start the next number as soon as `stop` is known.
    const text = v128.load(at);
    const stop = ctz(i8x16.bitmask(v128.ge<u8>(i8x16.sub(text, i8x16.splat(DOT as i8)), i8x16.splat(12))) | SIXTEEN);
    const values = v128.xor(text, i8x16.splat(48));
    const others = i8x16.bitmask(v128.ge<u8>(values, i8x16.splat(10))) & ((1 << stop) - 1);
    const dots = i8x16.bitmask(v128.eq<i8>(text, i8x16.splat(DOT as i8)));
    const whole = ctz(others | (1 << stop));
    const dot = i32(others != 0);
    // Before `stop`, all bytes must be digits, except for at most one dot, which must not be the first byte.
    if ((others & (others - 1)) | (others & ~dots) | i32(whole == 0)) return false;
    let mantissa: u64 = 0;
    let digits = stop - dot;
    let exponent = whole + dot - stop;
    if (stop < 16) {
      mantissa = numberOf(values, whole, dot, digits);
      at += stop as usize;
    } else {
      const start = at;
      let first = at;
      for (let byte: u32 = load<u8>(at); byte - 48 < 10 || (byte == DOT && first == start); byte = load<u8>(++at)) {
        if (byte == DOT) first = at + 1;
        else mantissa = mantissa * 10 + (byte - 48);
      }
      exponent = first == start ? 0 : ((first - at) as i32);
      digits = ((at - start) as i32) - (first == start ? 0 : 1);
    }
    if ((load<u8>(at) | 32) == LETTER_E) {
      const sign: u32 = load<u8>(++at);
      if (sign == MINUS || sign == PLUS) at++;
      const first = at;
      let shown: i32 = 0;
      for (let digit = (load<u8>(at) as u32) - 48; digit < 10; digit = (load<u8>(at) as u32) - 48) {
        shown = shown * 10 + digit;
        at++;
      }
      if (at == first || at - first > 3) return false;
      exponent += sign == MINUS ? -shown : shown;
    }
    if (digits > MOST_DIGITS || abs(exponent) > MOST_EXPONENT || !endsWord(load<u8>(at))) return false;
    const power = load<f64>(powers + ((abs(exponent) as usize) << 3));
    // Integers are also divided (by 1), because the processor cannot predict which numbers are fractions.
    const size = exponent <= 0 ? (mantissa as f64) / power : (mantissa as f64) * power;
    const value = (negative ? -size : size) as f32;
    at = skipSpace(at);
    if (isGrade) {
      if (value < 0) return false;
      grade = value;
      isGrade = false;
      if (load<u32>(at) == QID) {
        at += 4;
        query = at;
        while (!endsWord(load<u8>(at))) at++;
        queryEnd = at;
        at = skipSpace(at);
      }
    } else store<f32>(row + (index << 2), value);
    let digit = (load<u8>(at) as u32) - 48;
    if (digit >= 10) break;
    const first = at;
    index = 0;
    for (; digit < 10; digit = (load<u8>(at) as u32) - 48) {
      index = index * 10 + digit;
      at++;
    }
    // Features must be in ascending order, because otherwise they may be duplicates.
    if (digit != COLON - 48 || at - first > 9 || index < next || index >= stride) return false;
    next = index + 1;
    at++;
  }
  features = next;
  if (load<u8>(at) == HASH) {
    comment = at;
    while (load<u8>(at) != LINE_FEED) at++;
  } else if (load<u8>(at) == RETURN) at++;
  position = at + 1;
  return load<u8>(at) == LINE_FEED;
}

/**
 * The number formed by `count` digits, ignoring the dot after the first `whole` digits. The digits are moved to the end of sixteen bytes,
 * with zeros before them, and adjacent digits are combined into numbers below 10², then 10⁴, then 10⁸.
 */
@inline
function numberOf(values: v128, whole: i32, dot: i32, count: i32): u64 {
  const places = i8x16.sub(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat((16 - count) as i8));
  const afterDot = v128.and(v128.ge<i8>(places, i8x16.splat(whole as i8)), i8x16.splat(dot as i8));
  // Places before the first digit are negative, which selects zeros.
  const digits = v128.swizzle(values, i8x16.add(places, afterDot));
  const tens = i16x8.mul(v128.and(digits, i16x8.splat(0xff)), i16x8.splat(10));
  const pairs = i16x8.add(tens, v128.shr<u16>(digits, 8));
  const fours = v128.dot<i16>(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
  const eights = v128.dot<i16>(v128.narrow<i32>(fours, fours), i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  return (v128.extract_lane<u32>(eights, 0) as u64) * 100000000 + (v128.extract_lane<u32>(eights, 1) as u64);
}

@inline
function skipSpace(at: usize): usize {
  while (load<u8>(at) == SPACE || load<u8>(at) == TAB) at++;
  return at;
}

@inline
function endsWord(byte: u32): bool {
  return byte == SPACE || byte == LINE_FEED || byte == TAB || byte == RETURN || byte == HASH;
}
