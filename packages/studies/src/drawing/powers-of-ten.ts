const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Formats a power of ten with a superscript, such as 10⁻⁷ for 1e-7, and any other number in plain digits. */
export function powersOfTen(value: number): string {
  const exponent = Math.log10(value);
  if (!Number.isInteger(Math.round(exponent * 1e9) / 1e9)) return value.toLocaleString("en");
  const digits = String(Math.abs(Math.round(exponent)));
  return `10${exponent < -0.5 ? "⁻" : ""}${Array.from(digits, (digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}

/** The powers of ten around positive values, from the last power at or below the smallest value to the first at or above the largest value. */
export function decadesAround(values: readonly number[]): number[] {
  const logs = values.map(Math.log10);
  const first = Math.floor(Math.min(...logs) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.max(...logs) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}
