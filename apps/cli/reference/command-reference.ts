import type { Argument, Command, Option } from "commander";
import { commandNames, createProgram } from "../src/program.ts";

/** The reference of every command and option in Markdown, generated from the commands themselves. */
export async function commandReference(): Promise<string> {
  const commands = await Promise.all(commandNames().map(commandOf));
  const program = await createProgram([]);
  const contents = commands.map(({ words, command }) => {
    const name = `tierwise ${words.join(" ")}`;
    return `- [\`${name}\`](#${name.replaceAll(" ", "-")}): ${command.description()}`;
  });
  const sections = commands.map(({ words, command }) => sectionOf(words, command));
  return [
    "# The command `tierwise`",
    program.description(),
    contents.join("\n"),
    "Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.",
    "This page is generated: `pnpm --filter @tierwise/cli reference`.",
    ...sections,
  ]
    .join("\n\n")
    .concat("\n");
}

async function commandOf(words: readonly string[]): Promise<{ words: readonly string[]; command: Command }> {
  let command = await createProgram(words);
  for (const word of words) {
    const found = command.commands.find((below) => below.name() === word);
    if (found === undefined) throw new Error(`there is no command ${words.join(" ")}`);
    command = found;
  }
  return { words, command };
}

function sectionOf(words: readonly string[], command: Command): string {
  const name = `tierwise ${words.join(" ")}`;
  const help = command.createHelp();
  const groups = new Map<string, Option[]>();
  for (const option of help.visibleOptions(command)) {
    const group = option.helpGroupHeading ?? "Options:";
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  const parts = [`## ${name}`, `${sentence(command.description())}`, `    ${name} ${command.usage()}`];
  if (command.registeredArguments.length > 0)
    parts.push(
      tableOf(
        "argument",
        command.registeredArguments.map((argument) => argumentRow(argument, help.argumentDescription(argument))),
      ),
    );
  for (const [group, options] of groups) {
    parts.push(
      tableOf(
        group.replace(/:$/, "").toLowerCase(),
        options.map((option) => optionRow(option, help.optionDescription(option))),
      ),
    );
  }
  const examples = examplesOf(command);
  if (examples.length > 0) parts.push(examples.map((example) => `    ${example}`).join("\n"));
  return parts.join("\n\n");
}

function argumentRow(argument: Argument, description: string): [string, string] {
  return [`\`${argument.name()}\``, description];
}

function optionRow(option: Option, description: string): [string, string] {
  return [`\`${option.flags}\``, description];
}

function tableOf(head: string, rows: readonly [string, string][]): string {
  const all: [string, string][] = [
    [head, "description"],
    ...rows.map(([left, right]): [string, string] => [left.replaceAll("|", "\\|"), escaped(right)]),
  ];
  const [left, right] = [0, 1].map((column) => Math.max(...all.map((row) => row[column].length)));
  const lines = all.map((row) => `| ${row[0].padEnd(left)} | ${row[1].padEnd(right)} |`);
  lines.splice(1, 0, `| ${"-".repeat(left)} | ${"-".repeat(right)} |`);
  return lines.join("\n");
}

/** Text for a table cell. */
function escaped(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** The commands below the heading "Examples:" in the help. */
function examplesOf(command: Command): string[] {
  let help = "";
  const writeOut = (text: string): void => {
    help += text;
  };
  command.configureOutput({ writeOut }).outputHelp();
  const [, examples = ""] = help.split("\nExamples:\n");
  return examples.split("\n").flatMap((line) => (line.startsWith("  $ ") ? [line.slice(4)] : []));
}
