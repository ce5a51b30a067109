import type { EpochReport } from "@tierwise/ranker";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { OpenedFile } from "../files/opened-file.ts";
import { connectTasks, type TaskConnection } from "../worker/connect-tasks.ts";
import type { TrainSettings } from "./state/train-settings.ts";
import type { RowsSummary, SavedWeights, TrainNews, TrainTasks } from "./work/train-tasks.ts";

/** A file, its model, and the state of training. */
export interface Training {
  readonly rows: RowsSummary | undefined;
  readonly problem: string | undefined;
  readonly state: "idle" | "loading" | "training";
  /** A sentence about the engine in use. */
  readonly engine: string | undefined;
  /** The reason why training runs on the processor although WebGPU was chosen. */
  readonly fallback: string | undefined;
  readonly history: readonly EpochReport[];
  readonly hasModel: boolean;
  readonly start: (settings: TrainSettings, isFurther: boolean) => void;
  /** Ends training; the model keeps the weights of its best epoch. */
  readonly stop: () => void;
  readonly tasks: () => TrainTasks;
}

/** Trains models on the rows of a file in a worker. */
export function useTraining(file: OpenedFile | undefined): Training {
  const worker = useRef<TaskConnection<TrainTasks> | undefined>(undefined);
  const weights = useRef<SavedWeights | undefined>(undefined);
  const [rows, setRows] = useState<RowsSummary>();
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<Training["state"]>("idle");
  const [engine, setEngine] = useState<string>();
  const [fallback, setFallback] = useState<string>();
  const [history, setHistory] = useState<readonly EpochReport[]>([]);
  const [hasModel, setHasModel] = useState(false);

  const open = useCallback((): TaskConnection<TrainTasks> => {
    worker.current ??= connectTasks<TrainTasks>(
      new Worker(new URL("./work/train-worker.ts", import.meta.url), { type: "module" }),
      (event) => {
        const news = event as TrainNews;
        if ("engine" in news) setEngine(news.engine);
        else if ("fallback" in news) setFallback(news.fallback);
        else if ("epoch" in news) setHistory((before) => [...before, news.epoch]);
        else {
          weights.current = news.weights;
          setHasModel(true);
        }
      },
    );
    return worker.current;
  }, []);
  const close = useCallback((): void => {
    worker.current?.close();
    worker.current = undefined;
  }, []);
  /** Runs a task of the worker and shows its error, unless the worker was closed on purpose. */
  const attempt = useCallback(
    async (next: Training["state"], work: (tasks: TrainTasks) => Promise<void>) => {
      const connection = open();
      setState(next);
      setProblem(undefined);
      try {
        await work(connection.tasks);
      } catch (error) {
        if (connection === worker.current) setProblem((error as Error).message);
      }
      if (connection === worker.current) setState("idle");
    },
    [open],
  );

  useEffect(() => {
    close();
    weights.current = undefined;
    setRows(undefined);
    setHistory([]);
    setHasModel(false);
    setEngine(undefined);
    if (file === undefined) return;
    void attempt("loading", async (tasks) => setRows(await tasks.load(file)));
  }, [file, attempt, close]);
  useEffect(() => close, [close]);

  const start = (settings: TrainSettings, isFurther: boolean): void => {
    setFallback(undefined);
    if (!isFurther) {
      setHistory([]);
      setHasModel(false);
      weights.current = undefined;
    }
    void attempt("training", async (tasks) => {
      await tasks.train({ settings, isFurther });
      setHasModel(true);
    });
  };
  const stop = (): void => {
    close();
    const saved = weights.current;
    if (file === undefined) return;
    void attempt("loading", async (tasks) => {
      await tasks.load(file);
      if (saved !== undefined) await tasks.restore(saved);
    });
  };
  return { rows, problem, state, engine, fallback, history, hasModel, start, stop, tasks: () => open().tasks };
}
