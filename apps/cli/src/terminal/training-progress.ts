import type { EpochReport, TrainingEvent } from "@tierwise/ranker";
import { clock, count } from "./numbers.ts";
import { createProgress, type Progress } from "./progress.ts";
import type { Session } from "./session.ts";

/** Draws a training as it goes: a bar where somebody watches, else a line an epoch. */
export interface TrainingProgress {
  readonly onProgress: (event: TrainingEvent) => void;
  readonly stop: () => void;
}

/** How much there is to do. */
export interface TrainingSize {
  readonly trials: number;
  readonly epochs: number;
  readonly rows: number;
}

/** What is known of a training before it begins. */
export interface TrainingPlan {
  /** Trials, the epochs of each at most, and the rows of an epoch; where left out the first step tells. */
  readonly size?: TrainingSize;
  /** Whether epochs are listed where nobody watches. Default true. */
  readonly lines?: boolean;
  /** Whether to say what the training runs on, once a session: a graphics card may be there or not. Default false. */
  readonly sayEngine?: boolean;
}

/** Sessions that have been told what their trainings run on. */
const told = new WeakSet<Session>();

/** Progress of a training that is called `title`. */
export function trainingProgress(session: Session, title: string, plan: TrainingPlan = {}): TrainingProgress {
  let { size } = plan;
  let bar: Progress | undefined;
  let last: EpochReport | undefined;
  /** Draws epoch `epoch` of a trial, of which a share is done. */
  const update = (trial: number, epoch: number, share: number, loss: number): void => {
    if (size === undefined) return;
    const { trials, epochs } = size;
    bar ??= createProgress(session, { title, total: trials * epochs, unit: "rows", scale: size.rows });
    const place = `epoch ${epoch}/${epochs}${trials > 1 ? ` (${trial + 1}/${trials})` : ""}`;
    const validation = last === undefined ? [] : validationWords(last).slice(-1);
    bar.update(trial * epochs + epoch - 1 + share, [place, ...validation, `loss ${loss.toPrecision(4)}`].join(" · "));
  };
  return {
    onProgress(event) {
      if (event.kind === "engine" && plan.sayEngine && !told.has(session)) {
        told.add(session);
        session.note(event.sentence);
      } else if (event.kind === "step") {
        size ??= { ...event, rows: event.ofRows };
        update(event.trial, event.epoch, event.rows / event.ofRows, event.loss);
      } else if (event.kind === "epoch") {
        if (event.validation) last = event;
        update(event.trial, event.epoch, 1, event.loss);
        if (plan.lines !== false && !session.interactive) session.note(epochLine(title, event));
      }
    },
    stop: () => bar?.stop(),
  };
}

/** An epoch as a line. */
function epochLine(title: string, report: EpochReport): string {
  const { trial, epoch, rate, loss, best, seconds } = report;
  const words = [
    `${title}: trial ${trial + 1}, epoch ${epoch}`,
    `rate ${rate.toPrecision(2)}`,
    `loss ${loss.toPrecision(5)}`,
    ...validationWords(report),
    `${seconds.toFixed(1)} s`,
  ];
  return `${words.join(", ")}${best ? ", best so far" : ""}`;
}

function validationWords({ validation }: EpochReport): string[] {
  if (validation === undefined) return [];
  const percent = (value: number): string => (100 * value).toFixed(2);
  return [`P@1 ${percent(validation.precision[1])}`, `nDCG@5 ${percent(validation.ndcg[5])}`];
}

/** A sentence on what a training came to. */
export function trainingSummary(steps: number, seconds: number, rate: number, epoch: number): string {
  return `${count(steps)} steps in ${clock(seconds)}, best with rate ${rate} at epoch ${epoch}`;
}
