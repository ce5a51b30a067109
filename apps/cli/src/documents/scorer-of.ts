import type { AttentionOptions, DocumentScorer } from "@tierwise/documents";
import { UsageError } from "../errors/usage-error.ts";
import type { TrainingFlags } from "../options/training-options.ts";
import type { ScorerFlags, ScorerName } from "./document-options.ts";

/** The flags that set the options of each scorer. */
const ofTrees = ["trees", "leaves", "minDocuments", "featureShare", "listShare", "ridge"] as const;
const ofNetwork = ["layers", "attention", "epochs", "batchSize", "weightDecay", "hiddenDropout"] as const;

type Flags = Partial<Pick<TrainingFlags, "batchSize" | "epochs" | "hiddenDropout" | "weightDecay">> & ScorerFlags;

/** Creates a scorer by name, with the options that the flags set. Throws if a flag belongs to a different scorer. */
export async function scorerOf(
  name: ScorerName,
  flags: Flags,
  learningRate: number | undefined,
): Promise<DocumentScorer> {
  const { boostedTrees, documents } = await import("@tierwise/documents");
  const others = name === "trees" ? ofNetwork : ofTrees;
  const refused = others.find((flag) => flags[flag] !== undefined);
  if (refused !== undefined) {
    const option = refused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${option} does not apply to --scorer ${name}; omit it`);
  }
  const rate = learningRate === undefined ? {} : { learningRate };
  if (name === "trees") return boostedTrees({ ...given(flags, ofTrees), ...rate });
  if (name === "linear" && flags.layers !== undefined) {
    throw new UsageError("--layers does not apply to --scorer linear; expected --scorer network");
  }
  if (name === "linear" && flags.attention !== undefined) {
    throw new UsageError("--attention does not apply to --scorer linear; expected --scorer network");
  }
  const { layers, epochs, batchSize, weightDecay, hiddenDropout } = flags;
  return documents({
    hidden: name === "linear" ? [] : (layers ?? [64, 32]),
    ...given({ epochs, batchLists: batchSize, weightDecay, dropout: hiddenDropout }),
    ...attentionOf(flags.attention),
    ...rate,
  });
}

/** The option of the scorer that `--attention` sets. */
function attentionOf(given: readonly number[] | undefined): { readonly attention?: AttentionOptions } {
  if (given === undefined) return {};
  const [heads, size] = given;
  if (given.length === 2) return { attention: { heads, size } };
  throw new UsageError(
    `--attention is ${given.join(",")}; expected two values, the number of heads and the size of each head, such as 2,16`,
  );
}

/** The properties among `names` that are set. Default: all properties. */
function given<T extends object>(
  flags: T,
  names: readonly (keyof T)[] = Object.keys(flags) as (keyof T)[],
): Partial<T> {
  const known = names.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]);
  return Object.fromEntries(known) as Partial<T>;
}
