import { printableText } from "@tierwise/data/printable-text";
import { Command, Option } from "commander";
import { byteCount } from "./numbers.ts";

/** A command with the options that all commands have, its help, and examples in it. */
export function createCommand(name: string, examples: readonly string[] = []): Command {
  const command = createGroup(name)
    .option("--json", "print the result as JSON")
    .option("-q, --quiet", "no progress and no notes")
    .option("--no-color", "no colours; so does the environment variable NO_COLOR")
    .option("--debug", "print the stack trace of an error");
  if (examples.length > 0) {
    command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`);
  }
  return command;
}

/** Adds the options of every command that reads data. */
export function addReadingOptions(command: Command): Command {
  const words = "memory that the data of one file may take, such as 500M or 8G (default: 1G)";
  return command.addOption(new Option("--max-memory <size>", words).argParser(byteCount).helpGroup("Input:"));
}

/** What options are called now that had other names. */
const renamed: Readonly<Record<string, string>> = { rates: "learning-rates", batch: "batch-size" };

function errorText(text: string): string {
  return printableText(text, "\n")
    .replace(/^error: /, "tierwise: ")
    .replace(/unknown option '--(\w+)'/, (words, name) =>
      name in renamed ? `${words}; it is called --${renamed[name]} now` : words,
    );
}

/** A command that only has commands below it. */
export function createGroup(name: string): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(errorText(text)) })
    .showHelpAfterError(`Try \`tierwise ${name === "tierwise" ? "" : `${name} `}--help\`.`)
    .configureHelp({ styleTitle: (title) => `\x1b[1m${title}\x1b[22m` });
}
