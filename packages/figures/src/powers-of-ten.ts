const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 1e-7 as 10⁻⁷, what is no power of ten as it is. */
export function powersOfTen(value: number): string {
  const exponent = Math.log10(value);
  if (!Number.isInteger(Math.round(exponent * 1e9) / 1e9)) return value.toLocaleString("en");
  const digits = String(Math.abs(Math.round(exponent)));
  return `10${exponent < -0.5 ? "⁻" : ""}${Array.from(digits, (digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}
