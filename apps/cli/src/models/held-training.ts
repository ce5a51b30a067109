import type { LossSpec } from "@tierwise/losses";
import type { ModelDirectory, OccupiedStatus, TrainingStatus } from "@tierwise/ranker";
import { UsageError } from "../errors/usage-error.ts";
import { type LossFlags, type TrainingFlags, validationSource } from "../options/training-options.ts";
import { ago } from "../terminal/ago.ts";

/** What a training may do to what its directory holds. */
export interface Permission {
  /** `--resume`: go on with it. */
  readonly resume: boolean;
  /** `--force`: replace it. */
  readonly force: boolean;
}

/**
 * What can be gone on with in a directory; undefined where a training begins. Throws a sentence where neither `--resume` nor `--force`
 * says what to do about what is there.
 */
export function heldTraining(place: ModelDirectory, { resume, force }: Permission): OccupiedStatus | undefined {
  const status = place.status();
  if (status.state === "empty" || force) return undefined;
  if (status.state === "damaged") throw new Error(`${status.reason}; --force replaces it`);
  if (resume && status.training.settings === undefined) {
    throw new Error(`${place.directory} holds a model but no training to go on with; --force replaces it`);
  }
  if (!resume) throw new Error(describe(place.directory, status));
  return status;
}

function describe(directory: string, { state, written, training }: OccupiedStatus): string {
  const { memberCount, finishedMembers, epochs, record } = training;
  const by = record?.command === undefined ? "" : ` by: ${record.command}`;
  const when = `last written ${ago(new Date(written))}${by}`;
  const ensemble = memberCount === 1 ? "model" : `ensemble of ${memberCount} models`;
  if (state === "finished") {
    return `${directory} holds a finished ${ensemble}, ${when}\n--force replaces it once the new one is complete.`;
  }
  const member = memberCount === 1 ? "" : `, in model ${Math.min(finishedMembers + 1, memberCount)} of ${memberCount}`;
  const kept = state === "replacing" ? "a model, and the training of another to replace it" : "a training";
  return `${directory} holds ${kept} that is not finished (after ${epochs} epochs${member}), ${when}\nEither go on with --resume, or begin anew with --force.`;
}

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
