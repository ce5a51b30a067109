/** Formats seconds as m:ss, or as h:mm:ss from one hour on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** A number rounded to three digits, with thousands separated. */
export function grouped(value: number): string {
  return count(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

/** A count with thousands separated. */
export function count(value: number): string {
  return value.toLocaleString("en-US").replaceAll(",", " ");
}

/** A count with its noun, such as `1 rating` or `2 ratings`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A number with a fixed number of decimals; a value that rounds to zero has no sign. */
export function fixed(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, "$1");
}

/** A number of bytes in GiB, rounded to two digits. */
export function gibibytes(bytes: number): string {
  return `${Number((bytes / 2 ** 30).toPrecision(2))} GiB`;
}

/** A number of bytes in B, kB, MB or GB, rounded to three digits. */
export function byteSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let [size, unit] = [bytes, 0];
  for (; size >= 999.5 && unit < units.length - 1; unit++) size /= 1000;
  return `${grouped(size)} ${units[unit]}`;
}
