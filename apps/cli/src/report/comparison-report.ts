import { writeFileAtomic } from "@tierwise/data/files";
import { largestError, type MethodSummary, paperTables, type StudyData } from "@tierwise/studies";
import { percent } from "../metrics/metrics-table.ts";
import { clock, count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { frequencyCaption, frequencyPlot } from "./frequency-plot.ts";
import { type HtmlCell, htmlFigure, htmlTable } from "./html.ts";
import { type ReportSection, reportPage } from "./page.ts";
import { curvesPlot } from "./training-curves.ts";

export interface ComparisonReport {
  readonly session: Session;
  readonly path: string;
  readonly data: StudyData;
  readonly methods: readonly MethodSummary[];
  readonly ks: readonly number[];
  readonly seeds: readonly number[];
}

export async function writeComparisonReport(path: string, report: ComparisonReport): Promise<void> {
  const { session, data, methods, ks, seeds } = report;
  const first = ({ mean }: MethodSummary): number => mean?.precision[ks[0]] ?? Number.NEGATIVE_INFINITY;
  const best = methods.toSorted((a, b) => first(b) - first(a))[0];
  const shownK = Math.max(...ks.filter((k) => k <= 5), ks[0]);
  const error = largestError(methods, ks);
  const spread =
    error === undefined ? "" : ` Mean of ${seeds.length} seeds; the largest standard error is ${error.toFixed(2)}.`;
  const page = reportPage({
    title: `${count(methods.length)} ways to rank ${count(data.train.numLabels)} items`,
    lead: `Methods trained on the same ${count(data.train.numRows)} rows of ${report.path} and evaluated on the same ${count(data.test.numRows)} test rows.`,
    cards: [
      { value: best.title, name: `best P@${ks[0]}` },
      ...ks.slice(0, 3).map((k) => ({ value: percent(best.mean?.precision[k] ?? Number.NaN), name: `its P@${k}` })),
      {
        value: clock(methods.reduce((sum, { seconds }) => sum + seconds * seeds.length, 0)),
        name: "total training time",
      },
    ],
    sections: [
      {
        title: "Metrics on the test rows",
        text: `Values are in percent; the best value of each row and those that do not differ significantly from it are bold.${spread}`,
        html: tablesHtml(methods, ks),
      },
      frequencySection(methods, shownK),
      curvesSection(methods),
      timingSection(methods, session),
    ],
    command: session.commandLine,
    seed: seeds.join(", "),
  });
  await writeFileAtomic(path, page);
}

function frequencySection(methods: readonly MethodSummary[], k: number): ReportSection {
  const shown = methods.flatMap(({ title, mean }) => (mean === undefined ? [] : [{ name: title, metrics: mean }]));
  const names = shown.map(({ name }) => name);
  return { title: "Frequent and rare labels", html: htmlFigure(frequencyPlot(shown, k), frequencyCaption, names) };
}

function curvesSection(methods: readonly MethodSummary[]): ReportSection {
  const curves = methods.flatMap(({ title, runs }) => {
    const [{ training }] = runs;
    if (training === undefined) return [];
    const trial = training.settings.learningRates.indexOf(training.learningRate);
    const points = training.history.flatMap(({ trial: of, epoch, validation }) =>
      of === trial && validation !== undefined ? [{ epoch, value: 100 * validation.ndcg[5] }] : [],
    );
    return points.length === 0 ? [] : [{ name: title, points }];
  });
  const caption = "nDCG@5 on the validation rows after each epoch, at the best learning rate, for the first seed.";
  const names = curves.map(({ name }) => name);
  return { title: "Training curves", html: htmlFigure(curvesPlot(curves, "nDCG@5, %"), caption, names) };
}

function timingSection(methods: readonly MethodSummary[], { commandLine }: Session): ReportSection {
  const rows = methods.map(({ title, runs, seconds }) => {
    const [{ training }] = runs;
    const epochs = training?.history.length ?? 0;
    const perEpoch = epochs === 0 ? "–" : `${(seconds / epochs).toFixed(2)} s`;
    const figures = [
      clock(seconds),
      perEpoch,
      training === undefined ? "–" : String(training.learningRate),
      training === undefined ? "–" : String(training.epoch),
    ];
    return [title, ...figures];
  });
  const threads = /--threads[ =](\d+)/.exec(commandLine)?.[1];
  return {
    title: "Timing",
    text: `Training time per seed${threads === undefined ? ", on all cores" : `, on ${threads} threads`}.`,
    html: htmlTable({ head: ["", "time", "per epoch", "best learning rate", "best epoch"], rows }),
  };
}

function tablesHtml(methods: readonly MethodSummary[], ks: readonly number[]): string {
  return paperTables(methods, ks)
    .flatMap(({ title, halves }) =>
      halves.map(({ head, rows }, i) =>
        htmlTable({
          ...(i === 0 ? { caption: title } : {}),
          head,
          rows: rows.map((row) => row.map(({ text, best }): HtmlCell => (best ? { best: text } : text))),
        }),
      ),
    )
    .join("\n");
}
