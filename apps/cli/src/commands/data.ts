import type { Command } from "commander";
import { createGroup } from "../options/common-options.ts";
import { convertCommand } from "./data/convert.ts";
import { describeCommand } from "./data/describe.ts";
import { generateCommand } from "./data/generate.ts";
import { splitCommand } from "./data/split.ts";

/** `tierwise data …`. */
export function dataCommand(): Command {
  return createGroup("data")
    .description("look at, convert, generate and split data")
    .addCommand(describeCommand())
    .addCommand(convertCommand())
    .addCommand(generateCommand())
    .addCommand(splitCommand());
}
