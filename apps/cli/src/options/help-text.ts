import { type Command, Help } from "commander";

/** The number of characters per line of a command's help. */
export function helpWidth(command: Command): number {
  return command.configureOutput().getOutHelpWidth?.() ?? 80;
}

/** The section of the help with example commands; comments are on lines of their own if a line would be too long. */
export function examplesText(examples: readonly string[], width: number): string {
  const isNarrow = examples.some((example) => `  $ ${example}`.length > width);
  const lines = isNarrow
    ? examples.flatMap((example) => exampleLines(example, width))
    : examples.map((line) => `  $ ${line}`);
  return ["", "Examples:", ...lines].join("\n");
}

/** Formats an example: a line with its comment, then lines of at most `width` characters with its command, continued by backslashes. */
function exampleLines(example: string, width: number): string[] {
  const [command, comment] = example.split("    # ");
  const [first, ...parts] = command.split(/ (?=-|&&)/);
  const lines = [`  $ ${first}`];
  for (const [i, part] of parts.entries()) {
    const last = lines.length - 1;
    const continued = i < parts.length - 1 ? " \\".length : 0;
    const isFull = lines[last].length + " ".length + part.length + continued > width;
    lines[last] += isFull ? " \\" : ` ${part}`;
    if (isFull) lines.push(`      ${part}`);
  }
  return [...(comment === undefined ? [] : [`  # ${comment}`]), ...lines];
}

/** A stand-in for a space at which a line must not be broken. */
const GLUE = "\ue000";

/** Wraps a description as commander does, but keeps `default:` and the value together if both fit on a line. */
export function wrappedDescription(text: string, width: number): string {
  const glued = text.replaceAll(/(\(default|; \w+): (\S+)/g, (whole, name, value) =>
    whole.length > width ? whole : `${name}:${GLUE}${value}`,
  );
  return new Help().boxWrap(glued, width).replaceAll(GLUE, " ");
}

/** Names with their descriptions in two columns, as commander prints options. */
export function twoColumns(rows: readonly (readonly [string, string])[], command: Command): string {
  const left = Math.max(...rows.map(([name]) => name.length));
  const indent = " ".repeat(left + 4);
  return rows
    .map(([name, words]) => {
      const wrapped = wrappedDescription(words, helpWidth(command) - indent.length).replaceAll("\n", `\n${indent}`);
      return `  ${name.padEnd(left)}  ${wrapped}`;
    })
    .join("\n");
}
