import type { ReadPreferencesResult } from "@tierwise/data";
import type { DescribedFit } from "@tierwise/studies";
import { UsageError } from "../errors/usage-error.ts";
import type { QueueFlags } from "../options/common-options.ts";
import { queueExecutor } from "../options/queue-executor.ts";
import { createProgress } from "../terminal/progress.ts";
import { runInterruptible } from "../terminal/run-interruptible.ts";
import type { Session } from "../terminal/session.ts";
import { byMonth } from "./by-month.ts";
import { type DatasetFit, type FittingFlags, fitDataset } from "./fit-dataset.ts";

/** Fits a dataset like `fitDataset`, with a bit-identical result, but computes bootstrap resamples on a queue. */
export async function fitOnQueue(
  dataset: ReadPreferencesResult,
  flags: FittingFlags & QueueFlags,
  path: string,
  session: Session,
): Promise<DatasetFit> {
  const { executor, title = "", onNote } = await queueExecutor(flags, session);
  const { interval, seed, resamples = 1000, ...rest } = flags;
  if (executor === undefined || interval !== "bootstrap") {
    throw new UsageError("--queue runs the resamples of a bootstrap; add --interval bootstrap, or omit --queue");
  }
  // Checks the flags, and whether the likelihood has a maximum, before anything is queued.
  const plain = await fitDataset(dataset, { ...rest, interval: "information" }, path);
  if (!plain.fit.converged) return plain;
  const { fitWithBootstrap } = await import("@tierwise/studies");
  const bar = createProgress(session, { title: "resamples", total: resamples });
  try {
    const options = { words: "Stopping.", out: undefined, queued: true };
    return await runInterruptible(session, options, (signal) =>
      fitWithBootstrap(describedFit(dataset, flags), {
        ...{ resamples, executor, title, signal },
        ...(seed !== undefined && { seed }),
        ...(onNote && { onNote }),
        onProgress: (done) => bar.update(done, ""),
      }),
    );
  } finally {
    bar.stop();
  }
}

/** Describes a fit by its data and flags, so that workers can repeat it. */
function describedFit(
  { itemNames, preferences, weights, battles }: ReadPreferencesResult,
  { ties, bothBad, prior, control: controls, judges, judgePrior, by, maxTier, maxIterations }: FittingFlags,
): DescribedFit {
  const shared = prior === undefined ? {} : { prior };
  if (battles === undefined) {
    return {
      ...{ itemNames, preferences, weights, ...shared },
      ...(maxTier !== undefined && { maxTier }),
      ...(maxIterations !== undefined && { maxIterations }),
    };
  }
  const named = { ...battles, itemNames };
  return {
    battles: by === "month" ? byMonth(named, by) : named,
    ...shared,
    ...(ties && { ties }),
    ...(bothBad && { bothBad }),
    ...(controls && { controls }),
    ...(judges && { judges: { factor: "judge", ...(judgePrior !== undefined && { prior: judgePrior }) } }),
    ...(by !== undefined && { by }),
  };
}
