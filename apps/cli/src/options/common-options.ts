import { printableText } from "@tierwise/data/printable-text";
import { type Argument, Command, Option } from "commander";
import { byteCount } from "./numbers.ts";

/** A command with the options that all commands share, and with examples in its help. */
export function createCommand(
  name: string,
  examples: readonly string[] = [],
  json: Option = new Option("--json", "print the result as JSON"),
): Command {
  const command = createGroup(name)
    .addOption(json)
    .option("-q, --quiet", "hide progress and notes")
    .option("--no-color", "disable colors, as the environment variable NO_COLOR does")
    .option("--debug", "print the stack trace of an error");
  if (examples.length > 0) {
    command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`);
  }
  return command;
}

/** Adds the options of every command that reads data. */
export function addReadingOptions(command: Command): Command {
  if (command.options.some(({ long }) => long === "--max-memory")) return command;
  const words = "memory limit for the data of one file, such as 500M or 8G (default: 1G)";
  return command.addOption(new Option("--max-memory <size>", words).argParser(byteCount).helpGroup("Input:"));
}

/** Renamed options: old name to new. */
const renamed: Readonly<Record<string, string>> = {
  rates: "learning-rates",
  batch: "batch-size",
  "test-ratio": "test",
};

function errorText(text: string): string {
  return printableText(text, "\n")
    .replace(/^error: /, "tierwise: ")
    .replace(/unknown option '--([\w-]+)'/, (words, name) =>
      name in renamed ? `${words}; it is now called --${renamed[name]}` : words,
    );
}

/** A command that only groups subcommands. */
export function createGroup(name: string): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(errorText(text)) })
    .showHelpAfterError(`Try \`tierwise ${name === "tierwise" ? "" : `${name} `}--help\`.`)
    .configureHelp({
      styleTitle: (title) => `\x1b[1m${title}\x1b[22m`,
      optionDescription: withDefault,
      argumentDescription: withDefault,
    });
}

/** A description with the default as it would be typed: 1,3,5 rather than [1,3,5]. */
function withDefault({ description, defaultValue }: Argument | Option): string {
  const isShown = defaultValue !== undefined && typeof defaultValue !== "boolean";
  return isShown ? `${description} (default: ${String(defaultValue)})` : description;
}
