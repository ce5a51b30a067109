import type { CounterfactualEstimate } from "@tierwise/documents";
import type { Command } from "commander";
import type { MetricFlags } from "../metrics/evaluator-settings.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import { type ClickFileFlags, clickColumns, type EstimatorName } from "./click-options.ts";
import { clickPropensities } from "./click-propensities.ts";
import { type DocumentFileFlags, refuseOtherClickFlags } from "./document-options.ts";
import { readClickLog } from "./read-clicks.ts";

export interface EvaluateClicksFlags extends CommonOptions, Pick<MetricFlags, "k">, DocumentFileFlags, ClickFileFlags {
  readonly estimator?: EstimatorName;
}

/** Runs `tierwise evaluate` for a document model on a click log. */
export async function evaluateClicks(
  directory: string,
  path: string,
  flags: EvaluateClicksFlags,
  command: Command,
): Promise<void> {
  const session = createSession(flags);
  refuseOtherClickFlags(path, command, ["k"]);
  const { counterfactualValue, loadDocumentModel } = await import("@tierwise/documents");
  const model = await loadDocumentModel(directory);
  const { featureNames } = model;
  const clicked = await readClickLog(path, session, { ...clickColumns(flags), ...(featureNames && { featureNames }) });
  const propensities = await clickPropensities(path, clicked, flags, session);
  const { estimator = "ips", clip } = flags;
  const scores = model.scores(clicked.lists);
  const shown = clicked.log.positions.map((position) => -position);
  const values = flags.k.map((k) => {
    const options = { k, estimator, ...(clip !== undefined && { clip }) };
    const estimate = (of: ArrayLike<number>) => counterfactualValue(of, clicked.log, propensities.values, options);
    return { k, model: estimate(scores), shown: estimate(shown) };
  });
  const [{ model: first }] = values;
  const per =
    estimator === "ips" ? "per page, by inverse propensity scoring" : "per relevant document, self-normalized";
  const source = {
    estimated: "propensities estimated from this log",
    given: `propensities from ${flags.propensities}`,
    none: "no correction for positions",
  }[propensities.source];
  session.print(
    `Estimator: DCG ${per}, ± standard error; ${source}.\nEffective sample size: ${first.effectiveClicks.toFixed(0)} clicks of equal weight.\n`,
  );
  const words = ({ value, standardError }: CounterfactualEstimate): string =>
    `${value.toFixed(4)} ± ${standardError.toFixed(4)}`;
  session.print(
    renderTable(
      {
        head: ["k", "DCG@k, model", "DCG@k, as shown"],
        rows: values.map(({ k, model, shown }) => [`${k}`, words(model), words(shown)]),
        align: ["right", "right", "right"],
      },
      session.colors,
    ),
  );
  session.result({ estimator, ...(clip !== undefined && { clip }), propensities, values });
}
