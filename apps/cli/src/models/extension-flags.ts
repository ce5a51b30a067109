import { realpath } from "node:fs/promises";
import type { ModelDirectory } from "@tierwise/ranker";
import { UsageError } from "../errors/usage-error.ts";
import { dashed } from "./held-training.ts";

/** The flags of `train` that are checked for an extension. */
interface ExtensionFlags {
  readonly from?: string;
  readonly replay?: string;
  readonly keepMoments?: boolean;
  readonly learningRates?: readonly number[];
}

/** The settings that an extension takes from the model, so that flags cannot change them. */
const fixed = [
  "preset",
  "hidden",
  "ensemble",
  "normalize",
  "refit",
  "liked",
  "hide",
  "rowsPerUser",
  "testUsers",
  "time",
];

/** Throws if flags contradict `--from`, or if flags that require `--from` are set without it. */
export function checkExtensionFlags(flags: ExtensionFlags, isTyped: (name: string) => boolean): void {
  const { from, replay, learningRates = [] } = flags;
  if (from === undefined) {
    if (replay !== undefined) throw new UsageError("--replay requires --from, the model to train further");
    if (isTyped("replayShare")) throw new UsageError("--replay-share requires --replay, a file of old rows");
    return;
  }
  if (isTyped("resume")) {
    throw new UsageError(
      "--from starts an extension and --resume continues one; expected only one of them\nTo continue an extension, omit --from and --replay: they are stored in its directory.",
    );
  }
  if (replay === undefined && isTyped("replayShare")) {
    throw new UsageError("--replay-share requires --replay, a file of old rows");
  }
  const typed = fixed.filter(isTyped).map((name) => `--${dashed(name)}`);
  if (typed.length > 0) {
    throw new UsageError(
      `${typed.join(", ")}: --from keeps the model's architecture and its way of creating rows; expected --from without ${typed.length === 1 ? "this flag" : "these flags"}`,
    );
  }
  if (learningRates.length > 1) {
    throw new UsageError(`--learning-rates is ${learningRates.join(",")}; with --from, expected one learning rate`);
  }
}

/** Throws if `--keep-moments` is set but validation chooses the epoch, because at the end, only the moments of the last step are known. */
export function checkMomentsFlag(
  { keepMoments, from }: ExtensionFlags,
  { refit, validation }: { readonly refit: boolean; readonly validation: number | string | undefined },
): void {
  if (keepMoments !== true || validation === 0 || (from === undefined ? refit : validation === undefined)) return;
  throw new UsageError(
    `--keep-moments requires a model with the weights of the last step; expected ${from === undefined ? "--refit or " : ""}--validation 0`,
  );
}

/** Whether the extension replaces its own base model, which does not require `--force`. */
export async function extendsItself({ directory, status }: ModelDirectory, from: string): Promise<boolean> {
  if (status().state !== "finished") return false;
  const [here, there] = await Promise.all([directory, from].map((path) => realpath(path).catch(() => path)));
  return here === there;
}
