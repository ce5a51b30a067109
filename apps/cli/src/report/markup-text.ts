import { printableText } from "@tierwise/data/printable-text";

/**
 * Replaces characters that XML 1.0 forbids or HTML should not contain with visible escapes: control characters, marks that reorder text,
 * and lone surrogates. Tabs and line breaks stay. Use this for text that a plotting library inserts and escapes itself.
 */
export function xmlSafeText(text: string): string {
  // XML also forbids these two noncharacters. A plotting library would write a no-break space as an HTML entity, which SVG does not have.
  return printableText(text, "\t\n")
    .replaceAll("\ufffe", "\\ufffe")
    .replaceAll("\uffff", "\\uffff")
    .replaceAll("\u00a0", " ");
}

/** Text escaped for HTML and SVG, between tags or in an attribute. */
export function markupText(text: string): string {
  return xmlSafeText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
