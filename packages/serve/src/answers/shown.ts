import { printableText } from "@tierwise/data/printable-text";

/** Formats a value for an error message: short, and without control characters. */
export function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  const text = (typeof value === "string" ? JSON.stringify(value.slice(0, 61)) : String(value)) ?? "missing";
  return printableText(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
