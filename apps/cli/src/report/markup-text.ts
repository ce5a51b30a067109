import { printableText } from "@tierwise/data/printable-text";

/**
 * Text without what XML 1.0 forbids and HTML should not have: control characters, marks that reorder text and halves of surrogate
 * pairs as visible escapes. Tabs and line breaks stay. For text that a library puts into a picture and escapes itself.
 */
export function xmlSafeText(text: string): string {
  // Two code points that are no characters, which XML forbids as well; a no-break space would be written as an entity of HTML.
  return printableText(text, "\t\n")
    .replaceAll("\ufffe", "\\ufffe")
    .replaceAll("\uffff", "\\uffff")
    .replaceAll("\u00a0", " ");
}

/** Text as it stands in HTML and SVG, between tags or in an attribute. */
export function markupText(text: string): string {
  return xmlSafeText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
