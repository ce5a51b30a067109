import type { ModelListing } from "@tierwise/ranker";
import type { Command } from "commander";
import { createCommand } from "../options/common-options.ts";
import { age } from "../terminal/ago.ts";
import { byteSize, count } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { renderTable, shortened } from "../terminal/table.ts";

export function modelsCommand(): Command {
  return createCommand("models", ["tierwise models", "tierwise models experiments", "tierwise models model --json"])
    .argument("[dir]", "directory of models, or a single model", ".")
    .action(runModels);
}

async function runModels(directory: string, flags: CommonOptions): Promise<void> {
  const session = createSession(flags);
  const { listModels } = await import("@tierwise/ranker");
  const models = await listModels(directory);
  const { documentModelsTable, listDocumentModels } = await import("../documents/list-document-models.ts");
  const ofDocuments = await listDocumentModels(directory);
  if (models.length + ofDocuments.length === 0) session.note(`There are no models in ${directory}.`);
  if (models.length > 0) {
    const head = ["model", "state", "data", "items", "settings", "P@1", "P@5", "size", "age"];
    const right = "right" as const;
    const align = ["left", "left", "left", right, "left", right, right, right, right] as const;
    session.print(renderTable({ head, rows: models.map(rowOf), align }, session.colors));
    const damaged = models.flatMap(({ status }) => (status.state === "damaged" ? [status.reason] : []));
    if (damaged.length > 0) session.print(`\n${damaged.join("\n")}`);
    if (models.some((model) => precisionOf(model, 1) !== ""))
      session.print(
        "\nP@1 and P@5 are measured on the validation rows, in percent; for an ensemble, they are those of its first model.",
      );
  }
  if (ofDocuments.length > 0) {
    session.print(`${models.length > 0 ? "\n" : ""}${documentModelsTable(ofDocuments, session.colors)}`);
  }
  session.result([...models.map(detailsOf), ...ofDocuments]);
}

function rowOf(model: ModelListing): string[] {
  const { path, bytes, status } = model;
  if (status.state === "damaged") return [path, "damaged", "", "", "", "", "", byteSize(bytes), ""];
  const { training, written } = status;
  return [
    path,
    status.state,
    shortened(training.record?.data ?? "", 40),
    count(training.itemCount),
    settingsOf(training),
    precisionOf(model, 1),
    precisionOf(model, 5),
    byteSize(bytes),
    age(new Date(written)),
  ];
}

/** The settings that distinguish models, such as `pl-partition, 512 hidden, ensemble of 5`. */
function settingsOf({ settings, hidden, memberCount, normalize, transforms }: TrainingOf): string {
  const loss = typeof settings?.loss === "object" ? settings.loss.name : settings?.loss;
  return [
    ...(loss === undefined ? [] : [String(loss)]),
    `${hidden} hidden`,
    ...(transforms ?? []).map(({ name }) => name),
    ...(normalize ? ["normalized"] : []),
    ...(memberCount === 1 ? [] : [`ensemble of ${memberCount}`]),
  ].join(", ");
}

function precisionOf({ status }: ModelListing, k: number): string {
  const training = status.state === "damaged" ? undefined : status.training;
  const precision = training?.validation?.precision[k] ?? searchedPrecision(training, k);
  return precision === undefined ? "" : (100 * precision).toFixed(2);
}

/** P@1 or P@5 of the settings that a search chose, measured in its last round. */
function searchedPrecision(training: TrainingOf | undefined, k: number): number | undefined {
  const { trials, chosen } = training?.record?.auto ?? { trials: [], chosen: 0 };
  const last = trials.filter(({ candidate }) => candidate === chosen).at(-1);
  return k === 1 ? last?.precision1 : last?.precision5;
}

type TrainingOf = Exclude<ModelListing["status"], { state: "damaged" }>["training"];

/** A model as `--json` prints it, without the names of its items and features, because there may be many. */
function detailsOf({ path, form, bytes, status }: ModelListing): object {
  if (status.state === "damaged") return { path, form, bytes, ...status };
  const { itemNames, featureNames, featureItems: _, transforms, record, ...training } = status.training;
  const { labelCounts: __, ...known } = record ?? {};
  return {
    path,
    form,
    bytes,
    state: status.state,
    written: status.written,
    ...training,
    ...(transforms && { transforms: transforms.map(({ name }) => name) }),
    hasItemNames: itemNames !== undefined,
    hasFeatureNames: featureNames !== undefined,
    ...(record && { record: known }),
  };
}
