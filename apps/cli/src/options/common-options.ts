import { printableText } from "@tierwise/data/printable-text";
import { type Argument, Command, InvalidArgumentError, Option } from "commander";
import { examplesText, helpWidth, wrappedDescription } from "./help-text.ts";

/** Creates a command with the options that all commands share, and with examples in its help. */
export function createCommand(
  name: string,
  examples: readonly string[] = [],
  json: Option = new Option("--json", "print the result as JSON"),
): Command {
  const command = createGroup(name)
    .addOption(json)
    .option("-q, --quiet", "hide progress and notes")
    .option("--no-color", "disable colors, as the environment variable NO_COLOR does")
    .option("--debug", "print a stack trace if the command fails");
  if (examples.length > 0) {
    command.addHelpText("after", ({ command: shown }) => examplesText(examples, helpWidth(shown)));
  }
  return command;
}

/** What `--no-cache` does. */
export const noCacheWords =
  "do not write FILE.tierwise-cache, a binary copy of the data that makes the next reading faster";

/** Adds the options of every command that reads data. */
export function addReadingOptions(command: Command): Command {
  if (command.options.some(({ long }) => long === "--max-memory")) return command;
  const words = "limit the memory for the data of each file to this size, such as 500M or 8G (default: 1G)";
  return command.addOption(new Option("--max-memory <size>", words).argParser(byteCount).helpGroup("Input:"));
}

/** The flags that choose a queue. */
export interface QueueFlags {
  readonly queue?: string;
  readonly store?: string;
  readonly queuePrefix?: string;
}

/** Adds the options of every command whose work can run on a queue. */
export function addQueueOptions(command: Command): Command {
  const add = (flags: string, words: string): void =>
    void command.addOption(new Option(flags, words).helpGroup("Queue:"));
  add("--queue <url>", "use the job queue on this Redis server, such as redis://host:6379");
  add(
    "--store <dir>",
    "share results and data through this directory; required if any result or file exceeds 64 MiB (default: through Redis)",
  );
  add("--queue-prefix <name>", "start all keys in Redis with this prefix (default: tierwise)");
  return command;
}

/** Whether any flag for a queue is set. */
export function usesQueue({ queue, store, queuePrefix }: QueueFlags): boolean {
  return queue !== undefined || store !== undefined || queuePrefix !== undefined;
}

/** The new name of each renamed option. */
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

/** Creates a command that only groups subcommands. */
export function createGroup(name: string): Command {
  return new Command(name)
    .helpOption("-h, --help", "print this help")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(errorText(text)) })
    .showHelpAfterError(`Try \`tierwise ${name === "tierwise" ? "" : `${name} `}--help\`.`)
    .configureHelp({
      styleTitle: (title) => `\x1b[1m${title}\x1b[22m`,
      optionDescription: withDefault,
      argumentDescription: withDefault,
      boxWrap: wrappedDescription,
    });
}

/** Adds the default to a description, as a user would type it: 1,3,5 rather than [1,3,5]. */
function withDefault({ description, defaultValue, defaultValueDescription }: Argument | Option): string {
  const isShown = defaultValue !== undefined && typeof defaultValue !== "boolean";
  return isShown ? `${description} (default: ${defaultValueDescription ?? String(defaultValue)})` : description;
}

/** What errors about integers expect if the minimum is 0 or 1. */
const integersFrom: readonly (string | undefined)[] = ["a nonnegative integer", "a positive integer"];

/** The flag of an option: `--labels-per-row` for `labelsPerRow`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Parses an integer that is at least `least`. */
export function integer(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`Expected ${integersFrom[least] ?? `an integer of at least ${least}`}.`);
    }
    return value;
  };
}

/** Parses a number from `least` to `most`, inclusive. */
export function number(least: number, most = Number.POSITIVE_INFINITY): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value < least || value > most) {
      const unbounded = least === 0 ? "a nonnegative number" : `a number of at least ${least}`;
      const range = most === Number.POSITIVE_INFINITY ? unbounded : `a number from ${least} to ${most}`;
      throw new InvalidArgumentError(`Expected ${range}.`);
    }
    return value;
  };
}

/** Parses a comma-separated list. */
export function list<T>(one: (text: string) => T): (text: string) => T[] {
  return (text) => text.split(",").map((part) => one(part.trim()));
}

/** Parses one of the given words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word === undefined) throw new InvalidArgumentError(`Expected one of ${words.join(", ")}.`);
    return word;
  };
}

/** Parses the name of an SVG file; a name that ends like that of another kind of image or page is an error. */
export function svgFile(text: string): string {
  if (!/\.(?:avif|bmp|eps|gif|html?|jpe?g|pdf|png|ps|tiff?|webp)$/i.test(text)) return text;
  throw new InvalidArgumentError(`The plot is written as SVG; name the file ${text.replace(/[^.]+$/, "svg")}.`);
}

const UNITS: Readonly<Record<string, number>> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** Parses a number of bytes: `500M`, `8G`. */
export function byteCount(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([KMGT]?)B?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(digits) * UNITS[unit?.toUpperCase() ?? ""]);
  if (!(bytes >= 1 && Number.isSafeInteger(bytes)))
    throw new InvalidArgumentError("Expected a size such as 500M or 8G.");
  return bytes;
}
