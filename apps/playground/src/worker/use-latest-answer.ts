import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TaskConnection } from "./connect-tasks.ts";
import { latestOnly } from "./latest-only.ts";

/** The answer of a worker to the newest request. The previous answer is shown until the next one arrives. */
export function useLatestAnswer<T, Request, Answer>(
  open: () => TaskConnection<T>,
  call: (tasks: T, request: Request) => Promise<Answer>,
  request: Request,
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const worker = useRef<TaskConnection<T> | undefined>(undefined);
  const run = useMemo(
    () =>
      latestOnly(async (next: Request) => {
        worker.current ??= open();
        // The call fails if the view was closed with its worker, so there is nothing to show.
        await call(worker.current.tasks, next).then(setAnswer, () => {});
      }),
    [open, call],
  );
  useEffect(() => run(request), [run, request]);
  useEffect(() => () => worker.current?.close(), []);
  return answer;
}
