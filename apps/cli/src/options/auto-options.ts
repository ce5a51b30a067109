import type { TransformSpec } from "@tierwise/ranker";
import { type Command, InvalidArgumentError, Option } from "commander";
import { oneOf } from "./common-options.ts";

/** The maximum cost of an automatic choice of settings, in seconds or in steps. */
type Budget = { readonly seconds: number } | { readonly steps: number };

/** The flags of commands that can choose transforms and settings themselves. */
export interface AutoFlags {
  readonly budget?: Budget;
  readonly transforms?: readonly TransformSpec[];
  readonly neighbors?: boolean;
}

/** Adds `--preset` with the value `auto`, and the options of the automatic choice. */
export function addAutoOptions(command: Command, group: string): void {
  const add = (flags: string, description: string, parse: (text: string) => unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).helpGroup(group));
  };
  add(
    "--preset <name>",
    "start from these settings: auto (choose settings and transforms on validation rows), default, fast, or paper (the paper's setup) (default: auto for multi-label data; default for ratings, or if another training setting, such as --epochs, is given without --preset auto)",
    oneOf(["auto", "default", "fast", "paper"]),
  );
  add(
    "--budget <steps|time>",
    "with --preset auto: spend this much on search and final training together: a number of steps of 128 rows, such as 5000, or a time, such as 60s (default: the cost of 3.5 training runs, but at least 900 steps)",
    budget,
  );
  add(
    "--transforms <list>",
    "apply these transforms to the features, and store the transforms with the model: standardize, scale, log1p, tfidf, unit-rows, or none (default: none; auto: chosen on validation rows)",
    transforms,
  );
  command.addOption(
    new Option(
      "--no-neighbors",
      "with --preset auto: do not use nearest neighbors, which would require storing the training rows in the model",
    ).helpGroup(group),
  );
}

function budget(text: string): Budget {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)(s|min|h)?$/.exec(text.trim()) ?? [];
  const amount = Number(digits);
  if (!(amount > 0) || (unit === "" && !Number.isInteger(amount))) {
    throw new InvalidArgumentError("Expected a number of steps, such as 5000, or a time, such as 60s or 5min.");
  }
  return unit === "" ? { steps: amount } : { seconds: amount * { s: 1, min: 60, h: 3600 }[unit as "h" | "min" | "s"] };
}

const specs: Readonly<Record<string, TransformSpec>> = {
  standardize: { name: "standardize" },
  scale: { name: "standardize", center: false },
  log1p: { name: "log1p" },
  tfidf: { name: "tfidf" },
  "unit-rows": { name: "unit-rows" },
};

function transforms(text: string): TransformSpec[] {
  if (text.trim() === "none") return [];
  return text.split(",").map((name) => {
    const spec = Object.hasOwn(specs, name.trim()) ? specs[name.trim()] : undefined;
    if (spec === undefined)
      throw new InvalidArgumentError(`Expected none, or a list of ${Object.keys(specs).join(", ")}.`);
    return spec;
  });
}

/** Settings that `auto` chooses. If the command line sets one of them, training starts from the default preset instead. */
const chosen = [
  ...["hidden", "learningRates", "decay", "batchSize", "epochs", "patience", "validation", "refit", "inputDropout"],
  ...["hiddenDropout", "weightDecay", "glas", "normalize", "transforms", "engine", "then", "keepMoments"],
];

/** Fills in the preset if no flag sets it: `auto`, or `default` for ratings or if the command line has other training settings. */
export function withPreset<Flags extends { readonly preset?: Preset }>(
  flags: Flags,
  { isTyped, rated }: { readonly isTyped: (name: string) => boolean; readonly rated: boolean },
): Flags & { readonly preset: Preset } {
  const usual = rated || chosen.some(isTyped) ? "default" : "auto";
  return { ...flags, preset: flags.preset ?? usual };
}

type Preset = "auto" | "default" | "fast" | "paper";
