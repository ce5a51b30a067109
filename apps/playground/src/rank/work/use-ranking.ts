import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OpenedFile } from "../../files/opened-file.ts";
import { connectTasks, type TaskConnection } from "../../worker/connect-tasks.ts";
import { latestOnly } from "../../worker/latest-only.ts";
import type { ExportFormat } from "./exported-text.ts";
import type { AskRequest } from "./next-question.ts";
import type { RankAnswer, RankRequest, RankTasks } from "./rank-tasks.ts";

/** The ranking of the current votes, and the other tasks of the worker. */
export interface Ranking {
  /** The last answer, which is shown until the next answer arrives; undefined before the first answer. */
  readonly answer: RankAnswer | undefined;
  readonly isBusy: boolean;
  /** Stops the current computation. */
  readonly stop: () => void;
  readonly ask: (request: AskRequest) => Promise<readonly number[]>;
  readonly exported: (format: ExportFormat) => Promise<string>;
}

function openWorker(): TaskConnection<RankTasks> {
  return connectTasks(new Worker(new URL("./rank-worker.ts", import.meta.url), { type: "module" }));
}

/** Ranks the votes in a worker whenever the votes or the settings change. */
export function useRanking(
  file: OpenedFile | undefined,
  reading: RankRequest["reading"],
  settings: RankRequest["settings"],
): Ranking {
  const worker = useRef<TaskConnection<RankTasks> | undefined>(undefined);
  const [answer, setAnswer] = useState<RankAnswer>();
  const [isBusy, setBusy] = useState(false);
  const connection = useCallback((): TaskConnection<RankTasks> => {
    worker.current ??= openWorker();
    return worker.current;
  }, []);

  const rank = useMemo(
    () =>
      latestOnly(async (request: RankRequest | undefined) => {
        if (request === undefined) return setAnswer(undefined);
        setBusy(true);
        try {
          setAnswer(await connection().tasks.rank(request));
        } catch (error) {
          setAnswer({ problem: (error as Error).message, remedies: [] });
        }
        setBusy(false);
      }),
    [connection],
  );
  useEffect(() => rank(file && { file, reading, settings }), [rank, file, reading, settings]);
  useEffect(() => () => worker.current?.close(), []);

  const stop = useCallback(() => {
    worker.current?.close();
    worker.current = undefined;
  }, []);
  const ask = useCallback((request: AskRequest) => connection().tasks.ask(request), [connection]);
  const exported = useCallback((format: ExportFormat) => connection().tasks.exported(format), [connection]);
  return { answer, isBusy, stop, ask, exported };
}
