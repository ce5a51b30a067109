import type { Command } from "commander";

/** The number of characters per line of a command's help. */
export function helpWidth(command: Command): number {
  return command.configureOutput().getOutHelpWidth?.() ?? 80;
}

/** The section of the help with example commands. */
export function examplesText(examples: readonly string[], width: number): string {
  return ["", "Examples:", ...examples.flatMap((example) => exampleLines(example, width))].join("\n");
}

/** An example as lines of at most `width` characters: its comment goes above it, and options continue after a backslash. */
function exampleLines(example: string, width: number): string[] {
  const whole = `  $ ${example}`;
  if (whole.length <= width) return [whole];
  const [command, comment] = example.split("    # ");
  const [first, ...parts] = command.split(/ (?=-|&&)/);
  const lines = [`  $ ${first}`];
  for (const part of parts) {
    const last = lines.length - 1;
    const isFull = lines[last].length + part.length + " ".length + " \\".length > width;
    lines[last] += isFull ? " \\" : ` ${part}`;
    if (isFull) lines.push(`      ${part}`);
  }
  return [...(comment === undefined ? [] : [`  # ${comment}`]), ...lines];
}

/** Names with their descriptions in two columns, as commander prints options. */
export function twoColumns(rows: readonly (readonly [string, string])[], command: Command): string {
  const help = command.createHelp();
  const left = Math.max(...rows.map(([name]) => name.length));
  const indent = " ".repeat(left + 4);
  return rows
    .map(([name, words]) => {
      const wrapped = help.boxWrap(words, helpWidth(command) - indent.length).replaceAll("\n", `\n${indent}`);
      return `  ${name.padEnd(left)}  ${wrapped}`;
    })
    .join("\n");
}
