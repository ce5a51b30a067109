import type { EpochReport, TrainingEvent, TrainingResult } from "@tierwise/ranker";
import { clock, counted } from "./numbers.ts";
import { createProgress, type Progress } from "./progress.ts";
import type { Session } from "./session.ts";

/** The number of epochs at the start of a trial that get a line each. */
const FIRST_EPOCHS = 10;

/** The number of lines for the other epochs of a trial, unless they take longer than {@link LONGEST_SILENCE}. */
const FURTHER_LINES = 20;

/** The time without a line after which the next epoch gets one, in milliseconds. */
const LONGEST_SILENCE = 10_000;

/** Shows the progress of training: a bar in a terminal, otherwise lines for the first, the last and some other epochs. */
export interface TrainingProgress {
  readonly onProgress: (event: TrainingEvent) => void;
  readonly stop: () => void;
}

export interface TrainingPlan {
  /** Whether to print lines for epochs if there is no terminal. Default: true. */
  readonly lines?: boolean;
  /** Whether to report once per session which device training runs on, such as a graphics card. Default: false. */
  readonly sayEngine?: boolean;
}

/** Sessions that have already reported the device. */
const reported = new WeakSet<Session>();

/** Creates the progress display of a training run with the given title. */
export function trainingProgress(session: Session, title: string, plan: TrainingPlan = {}): TrainingProgress {
  let bar: Progress | undefined;
  let last: EpochReport | undefined;
  let printed = performance.now();
  const update = (event: Extract<TrainingEvent, { stage: "epoch" | "step" }>): void => {
    const { trial, trials, epoch, epochs, loss, done, total } = event;
    bar ??= createProgress(session, { title, total, unit: "rows" });
    const place = `epoch ${epoch}/${epochs}${trials > 1 ? ` (${trial + 1}/${trials})` : ""}`;
    const validation = last === undefined ? [] : validationWords(last).slice(-1);
    bar.update(done, [place, ...validation, `loss ${loss.toPrecision(4)}`].join(" · "));
  };
  return {
    onProgress(event) {
      if (event.stage === "engine" && plan.sayEngine && !reported.has(session)) {
        reported.add(session);
        session.note(event.sentence);
      } else if (event.stage === "step") update(event);
      else if (event.stage === "epoch") {
        if (event.validation) last = event;
        update(event);
        const { epoch, epochs } = event;
        const due = epoch <= FIRST_EPOCHS || epoch === epochs || epoch % Math.ceil(epochs / FURTHER_LINES) === 0;
        if (plan.lines === false || session.interactive) return;
        if (due || performance.now() - printed >= LONGEST_SILENCE) {
          session.note(epochLine(title, event));
          printed = performance.now();
        }
      }
    },
    stop: () => bar?.stop(),
  };
}

/** The line that is printed after an epoch. */
function epochLine(title: string, report: EpochReport & { readonly refit: boolean }): string {
  const { refit, trial, epoch, learningRate, loss, validation, best, seconds } = report;
  const words = [
    `${title}: ${refit ? "all rows" : `trial ${trial + 1}`}, epoch ${epoch}`,
    `learning rate ${learningRate.toPrecision(2)}`,
    `loss ${loss.toPrecision(5)}`,
    ...validationWords(report),
    `${seconds.toFixed(1)} s`,
  ];
  return `${words.join(", ")}${best && validation !== undefined ? ", best so far" : ""}`;
}

function validationWords({ validation }: EpochReport): string[] {
  if (validation === undefined) return [];
  const percent = (value: number): string => (100 * value).toFixed(2);
  return [`P@1 ${percent(validation.precision[1])}`, `nDCG@5 ${percent(validation.ndcg[5])}`];
}

/** One line that summarizes the result of training. */
export function trainingSummary({ steps, seconds, learningRate, epoch, history }: TrainingResult): string {
  const isChosen = history.some(({ validation }) => validation !== undefined);
  const how = isChosen
    ? `best with learning rate ${learningRate} at epoch ${epoch}`
    : `${counted(epoch, "epoch")} with learning rate ${learningRate}`;
  return `${counted(steps, "step")} in ${clock(seconds)}; ${how}`;
}
