import type { ClickedDocuments, DocumentLists } from "@tierwise/documents";
import type { Command } from "commander";
import { lossSpec, validationSource } from "../options/training-options.ts";
import { counted } from "../terminal/numbers.ts";
import { createSession } from "../terminal/session.ts";
import { type ClickFileFlags, clickColumns } from "./click-options.ts";
import { clickPropensities } from "./click-propensities.ts";
import { checkModelDirectory } from "./document-files.ts";
import { refuseOtherClickFlags } from "./document-options.ts";
import { readClickLog } from "./read-clicks.ts";
import { scorerOf } from "./scorer-of.ts";
import { heldValue } from "./train-best.ts";
import { trainInDirectory } from "./train-in-directory.ts";
import { type TrainListsFlags, trainingFlags } from "./train-lists.ts";

/** Runs `tierwise train` on a click log. */
export async function trainClicks(
  path: string,
  flags: ClickFileFlags & TrainListsFlags,
  command: Command,
): Promise<void> {
  const session = createSession(flags);
  const applies = trainingFlags.filter((name) => name !== "k" && name !== "test");
  refuseOtherClickFlags(path, command, [...applies, "model", "force", "loss", "resume", "checkpointEvery"]);
  const [force, resume] = [flags.force === true, flags.resume === true];
  checkModelDirectory(flags.model, { force, resume });
  const { scorer = "trees", learningRates = [undefined], seed, threads, criterion, patience, clip } = flags;
  const scorers = await Promise.all(learningRates.map((rate) => scorerOf(scorer, flags, rate)));
  const { clickedLists, splitClicks } = await import("@tierwise/documents");
  const columns = clickColumns(flags);
  const all = await readClickLog(path, session, columns);
  const propensities = await clickPropensities(path, all, flags, session);
  const source = validationSource(flags) ?? 0.2;
  const { featureNames } = all.lists;
  const split: { readonly train: ClickedDocuments; readonly validation?: ClickedDocuments } =
    typeof source === "string"
      ? {
          train: all,
          validation: await readClickLog(source, session, { ...columns, ...(featureNames && { featureNames }) }),
        }
      : source === 0
        ? { train: all }
        : splitClicks(all, { validation: source, seed });
  const weighted = ({ lists, log }: ClickedDocuments): DocumentLists =>
    clickedLists(lists, log, propensities.values, clip === undefined ? {} : { clip });
  const lists = weighted(split.train);
  const validation = split.validation === undefined ? 0 : weighted(split.validation);
  const how = {
    estimated: "weighted with estimated propensities",
    given: "weighted with the given propensities",
    none: "without correction for positions",
  };
  session.note(`Training on ${counted(lists.offsets.length - 1, "click")}, ${how[propensities.source]}.`);
  const choices = { scorers, loss: lossSpec(flags), criterion, patience, seed, threads };
  const model = await trainInDirectory(session, flags, { lists, validation, ...choices });
  const held = heldValue(model);
  session.result({
    model: flags.model,
    scorer: model.scorer,
    loss: model.loss,
    bestStep: model.bestStep,
    steps: model.history.length,
    propensities,
    ...(held !== undefined && { validation: held }),
  });
}
