/** The names in a cell that contains a list: a JSON array, or names separated by `|`, `;`, `,` or `/`; undefined for a single name. */
export function listOf(text: string): string[] | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("[") && trimmed.endsWith("]")) return jsonList(trimmed);
  const divider = ["|", ";", ",", " / "].find((one) => trimmed.includes(one));
  return divider?.length === undefined ? undefined : trimmed.split(divider).map((name) => name.trim());
}

/** Parses a JSON array of names, or a Python list of quoted names. */
function jsonList(text: string): string[] | undefined {
  for (const candidate of [text, text.replaceAll("'", '"')]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (Array.isArray(value) && value.every((name) => typeof name === "string" || typeof name === "number"))
        return value.map(String);
    } catch {
      // The text may still be a list in a different notation.
    }
  }
  return undefined;
}

/** The tiers of an order such as `a > b = c > d`, best first; undefined if the text is not such an order. */
export function orderOf(text: string): string[][] | undefined {
  return text.includes(">") ? tiersOf(text) : undefined;
}

/** The only tier of a tie such as `a = b`; undefined if the text is not a tie. */
export function tieOf(text: string): string[][] | undefined {
  return text.includes(" = ") ? tiersOf(text) : undefined;
}

function tiersOf(text: string): string[][] | undefined {
  const tiers = text.split(/\s*>+\s*/).map((tier) =>
    tier
      .replaceAll(/^\{|\}$/g, "")
      .split(/\s*[=~,]\s*/)
      .map((name) => name.trim()),
  );
  return tiers.some((tier) => tier.includes("")) ? undefined : tiers;
}

/** The tiers of a cell that ranks items: an order with `>`, a list of names, a JSON array of names and arrays, or a tie. */
export function rankingOf(text: string): string[][] | undefined {
  const order = orderOf(text);
  if (order !== undefined) return order;
  const trimmed = text.trim();
  if (trimmed.startsWith("[[") || /^\[.*\[/.test(trimmed)) {
    try {
      const value: unknown = JSON.parse(trimmed);
      if (!Array.isArray(value)) return undefined;
      return value.map((tier) => (Array.isArray(tier) ? tier.map(String) : [String(tier)]));
    } catch {
      return undefined;
    }
  }
  return listOf(trimmed)?.map((name) => [name]) ?? tieOf(trimmed);
}
