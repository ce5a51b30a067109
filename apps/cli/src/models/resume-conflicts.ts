import type { LossSpec } from "@tierwise/losses";
import type { TrainingStatus } from "@tierwise/ranker";
import { UsageError } from "../errors/usage-error.ts";
import { type LossFlags, type TrainingFlags, validationSource } from "../options/training-options.ts";

/** The flags that decide what a training computes. */
export interface DecidingFlags extends TrainingFlags, LossFlags {
  readonly ensemble: number;
}

/** Throws, naming each flag, where a flag that was typed differs from what a training was begun with. */
export function checkResumedFlags(
  directory: string,
  training: TrainingStatus,
  flags: DecidingFlags,
  isTyped: (name: string) => boolean,
): void {
  const conflicts: string[] = [];
  for (const [name, held] of Object.entries(heldFlags(training))) {
    if (!isTyped(name)) continue;
    const given = name === "validation" ? validationSource(flags) : flags[name as keyof DecidingFlags];
    if (JSON.stringify(given) === JSON.stringify(held)) continue;
    conflicts.push(`--${dashed(name)}: ${words(held)} there, ${words(given)} here`);
  }
  if (conflicts.length === 0) return;
  throw new UsageError(
    `the training in ${directory} was begun with other settings, which --resume cannot change:\n${conflicts
      .map((conflict) => `  ${conflict}`)
      .join("\n")}\nLeave these flags out to go on with it, or begin anew with --force.`,
  );
}

/** Throws where names were given that are not those of the training. */
export function checkResumedNames(
  directory: string,
  { itemNames }: TrainingStatus,
  given: readonly string[] | undefined,
): void {
  if (given === undefined || JSON.stringify(given) === JSON.stringify(itemNames)) return;
  const at = itemNames === undefined ? -1 : given.findIndex((name, item) => name !== itemNames[item]);
  const difference =
    itemNames === undefined ? "no names there" : `item ${at} is ${itemNames[at]} there, ${given[at]} here`;
  throw new UsageError(
    `the training in ${directory} was begun with other names, which --resume cannot change:\n  --names: ${difference}`,
  );
}

/** What the flags would have to be, by their names in the program; where undefined, not given. */
function heldFlags(training: TrainingStatus): Record<string, unknown> {
  const { settings, record, hidden, normalize, seed, memberCount } = training;
  const { loss, validation, glas, ...same } = settings ?? {};
  const spec: Partial<LossSpec> = typeof loss === "object" ? loss : {};
  const { rule, negatives } = spec;
  const midpoint = rule?.name === "midpoint" ? rule : undefined;
  const adaptive = rule?.name === "adaptive" ? rule : undefined;
  return {
    ensemble: memberCount,
    preset: record?.preset,
    hidden,
    normalize,
    ...same,
    seed,
    glas: glas ?? 0,
    validation: validation === "given" ? record?.validation : validation,
    loss: spec.name,
    rule: rule?.name ?? "adaptive",
    tolerance: adaptive?.tolerance,
    intervals: midpoint?.intervals,
    shift: midpoint?.shift,
    negatives: negatives?.count,
    negativesBy: negatives === undefined ? undefined : (negatives.by ?? "uniform"),
  };
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function words(value: unknown): string {
  if (value === undefined) return "not given";
  return Array.isArray(value) ? value.join(",") : String(value);
}
