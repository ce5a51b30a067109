import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { integer, list, number } from "../options/common-options.ts";

/** The flags for the features of items. */
export interface ItemFlags {
  readonly items?: string;
  readonly itemColumns?: readonly string[];
}

/** The flags that configure the towers. */
export interface TowerFlags extends ItemFlags {
  readonly dimensions?: number;
  readonly itemDropout?: number;
}

const group = "Items with features:";
const names = new Set<string>();

function add(command: Command, flags: string, description: string, parse: (text: string) => unknown): Command {
  const option = new Option(flags, description).argParser(parse).helpGroup(group);
  names.add(option.attributeName());
  return command.addOption(option);
}

/** Adds the options for a file of items. `words` describes what the command does with the file. */
export function addItemOptions(command: Command, words: string): Command {
  add(command, "--items <file.csv>", words, String);
  const columns =
    'read features from these columns of the --items file (default: all except the first column and the columns "title" and "name")';
  return add(command, "--item-columns <list>", columns, list(String));
}

export function addTowerOptions(command: Command): Command {
  const words =
    "train a two-tower model, which can also rank items that nobody has rated, on the item features in this CSV file";
  addItemOptions(command, words);
  add(
    command,
    "--dimensions <n>",
    "with --items: use vectors of this length for contexts and items (default: 128)",
    integer(1),
  );
  const dropout = "with --items: score an item by its features alone in this share of the steps (default: 0.5)";
  return add(command, "--item-dropout <share>", dropout, number(0, 1));
}

/** Throws if the command line has a flag for item features but the model does not use them. */
export function refuseItemFlags(command: Command, reason: string): void {
  refuse(command, (name) => names.has(name), reason);
}

/** Throws if the command line has a flag that does not apply to two towers. `applies` lists the options that do. */
export function refuseOtherFlags(command: Command, applies: readonly string[]): void {
  const known = new Set([...names, ...applies, "json", "quiet", "color", "debug", "threads", "maxMemory"]);
  refuse(command, (name) => !known.has(name), "it has no effect on two-tower models (--items)");
}

function refuse(command: Command, isRefused: (name: string) => boolean, reason: string): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (isRefused(name) && command.getOptionValueSource(name) === "cli") {
      throw new UsageError(`${option.long} does not apply: ${reason}; omit it`);
    }
  }
}
