import type { Vocabulary } from "@tierwise/data";
import type { LossSpec } from "@tierwise/losses";
import type { ModelDirectory, OccupiedStatus, TrainingStatus } from "@tierwise/ranker";
import { UsageError } from "../errors/usage-error.ts";
import type { AutoFlags } from "../options/auto-options.ts";
import type { RecommenderFlags, SeenFlags } from "../options/recommender-options.ts";
import { type LossFlags, type TrainingFlags, validationSource } from "../options/training-options.ts";
import { ago } from "../terminal/ago.ts";

/** Flags that allow training into a directory that is not empty. */
export interface Permission {
  /** `--resume`: continue the training run in the directory. */
  readonly resume: boolean;
  /** `--force`: replace the contents of the directory. */
  readonly force: boolean;
}

/**
 * Returns the training run to resume in a directory, or undefined to start a new run. Throws if the directory is not empty and neither
 * `--resume` nor `--force` applies.
 */
export function heldTraining(place: ModelDirectory, { resume, force }: Permission): OccupiedStatus | undefined {
  const status = place.status();
  if (status.state === "empty" || force) return undefined;
  if (status.state === "damaged") throw new Error(`${status.reason}; --force replaces it`);
  if (resume && status.training.settings === undefined) {
    throw new Error(`${place.directory} contains a model but no training run to resume; --force replaces the model`);
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
    return `${directory} contains a finished ${ensemble}, ${when}\n--from ${directory} trains it further on new rows; --force replaces it once the new one is complete.`;
  }
  const member = memberCount === 1 ? "" : `, in model ${Math.min(finishedMembers + 1, memberCount)} of ${memberCount}`;
  const kept =
    state === "replacing" ? "a model, and an unfinished training run to replace it" : "an unfinished training run";
  return `${directory} contains ${kept} (after ${epochs} epochs${member}), ${when}\nContinue it with --resume, or start over with --force.`;
}

/** The flags that determine the result of training. */
export interface DecidingFlags extends TrainingFlags, LossFlags, RecommenderFlags, SeenFlags, AutoFlags {
  readonly ensemble?: number;
}

/** Throws an error that lists the flags whose values differ from the settings of a training run. */
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
    const flag = `--${dashed(name)}`;
    // The error says "no --flag" rather than "none", which is also a value of --center.
    conflicts.push(`${flag} is ${words(given)}; expected ${held === undefined ? `no ${flag}` : words(held)}`);
  }
  if (conflicts.length === 0) return;
  throw new UsageError(
    `the training run in ${directory} was started with different settings, which --resume cannot change:\n${conflicts
      .map((conflict) => `  ${conflict}`)
      .join("\n")}\nOmit these flags to resume it, or start over with --force.`,
  );
}

/** Throws if the given names differ from the names in the training run. */
export function checkResumedNames(
  directory: string,
  training: TrainingStatus,
  names: Pick<Vocabulary, "itemNames" | "itemTitles"> | undefined,
): void {
  const given = names?.itemTitles ?? names?.itemNames;
  const itemNames = names?.itemTitles === undefined ? training.itemNames : training.itemTitles;
  if (given === undefined || JSON.stringify(given) === JSON.stringify(itemNames)) return;
  const at = itemNames === undefined ? -1 : given.findIndex((name, item) => name !== itemNames[item]);
  const difference =
    itemNames === undefined ? "expected no names" : `item ${at} is ${given[at]}; expected ${itemNames[at]}`;
  throw new UsageError(
    `the training run in ${directory} was started with different names, which --resume cannot change:\n  --names: ${difference}`,
  );
}

/** The value that each flag must have to match a training run; undefined if the flag must be omitted. */
function heldFlags(training: TrainingStatus): Record<string, unknown> {
  const { settings, record, hidden, normalize, seed, memberCount } = training;
  const { loss, validation, glas, keepMoments, seen = "include", ...same } = settings ?? {};
  const { liked, hide, rowsPerUser, testUsers, time } = record?.ratings ?? {};
  const spec: Partial<LossSpec> = typeof loss === "object" ? loss : {};
  const { rule, negatives } = spec;
  const midpoint = rule?.name === "midpoint" ? rule : undefined;
  const adaptive = rule?.name === "adaptive" ? rule : undefined;
  return {
    ensemble: memberCount,
    preset: record?.preset,
    hidden,
    normalize,
    transforms: (training.transforms ?? []).map(({ name, ...fitted }) =>
      name === "standardize" && !("means" in fitted) ? { name, center: false } : { name },
    ),
    ...same,
    seed,
    seen,
    ...{ liked, hide, rowsPerUser, testUsers },
    time: time === undefined ? undefined : String(time),
    glas: glas ?? 0,
    keepMoments,
    // After an automatic choice of settings, the training run has no validation rows that a flag could contradict.
    ...(record?.auto ? {} : { validation: validation === "given" ? record?.validation : validation }),
    loss: spec.name,
    rule: rule?.name ?? "adaptive",
    tolerance: adaptive?.tolerance,
    intervals: midpoint?.intervals,
    shift: midpoint?.shift,
    center: midpoint && (midpoint.center ?? "row"),
    negatives: negatives?.count,
    negativesBy: negatives === undefined ? undefined : (negatives.by ?? "uniform"),
  };
}

/** The name of a flag in kebab-case. */
export function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function words(value: unknown): string {
  const word = (part: unknown): string => (typeof part === "object" ? JSON.stringify(part) : String(part));
  return Array.isArray(value) ? value.map(word).join(",") : word(value);
}
