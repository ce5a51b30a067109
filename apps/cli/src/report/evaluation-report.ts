import { writeFileAtomic } from "@tierwise/data/files";
import type { XmlDataset } from "@tierwise/datasets-xml";
import type { Metrics } from "@tierwise/metrics";
import type { TrainedModel } from "@tierwise/ranker";
import { percent } from "../metrics/metrics-table.ts";
import { counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { frequencyCaption, frequencyPlot } from "./frequency-plot.ts";
import { htmlFigure } from "./html.ts";
import { metricsHtml } from "./metrics-html.ts";
import { reportPage } from "./page.ts";
import { curvesSection } from "./training-report.ts";

export interface EvaluationReport {
  readonly session: Session;
  readonly model: TrainedModel;
  readonly path: string;
  readonly data: XmlDataset;
  readonly metrics: Metrics;
  readonly ks: readonly number[];
  readonly seconds: number;
}

export async function writeEvaluationReport(path: string, report: EvaluationReport): Promise<void> {
  const { session, model, metrics, ks, seconds, data } = report;
  const deepest = Math.max(...ks);
  const { record, results, members } = model;
  const page = reportPage({
    title: `Evaluation of ${model.directory}, which ranks ${counted(model.itemCount, "item")}`,
    lead: `Measured on ${report.path}: ${counted(data.numRows, "row")}.`,
    cards: [
      ...ks.slice(0, 3).map((k) => ({ value: percent(metrics.precision[k]), name: `P@${k}` })),
      { value: percent(metrics.ndcg[deepest]), name: `nDCG@${deepest}` },
      { value: `${seconds.toFixed(1)} s`, name: `for ${counted(data.numRows, "row")}` },
    ],
    sections: [
      { title: "Metrics", text: "In percent.", html: metricsHtml(metrics, ks) },
      ...(metrics.groups === undefined
        ? []
        : [
            {
              title: "Frequent and rare labels",
              html: htmlFigure(frequencyPlot([{ name: "recall", metrics }], deepest), frequencyCaption),
            },
          ]),
      ...(results.length === 0 ? [] : [curvesSection(results)]),
    ],
    command: session.commandLine,
    seed: String(members[0].seed),
    details: record?.command === undefined ? {} : { "trained by": record.command },
  });
  await writeFileAtomic(path, page);
}
