import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { JobProgress } from "../job/job-kind.ts";
import type { FromChild, JobTask, ToChild } from "./messages.ts";

/** The error thrown if a process ends before its job does, for example because it ran out of memory. The job may be tried again. */
export class ProcessEndedError extends Error {
  override readonly name = "ProcessEndedError";
}

/** Services that the parent provides to a running job. */
export interface JobService {
  /** Stores a file and returns its checksum. */
  readonly keep: (path: string) => Promise<string>;
  readonly onProgress?: (progress: JobProgress) => void;
}

/** A child process that runs jobs, one at a time. The process starts with the first job, and restarts if it has ended. */
export interface JobProcess {
  /** Runs a job and returns its result as JSON text. Rejects with a {@link ProcessEndedError} if the process ends. */
  readonly run: (task: JobTask, service: JobService) => Promise<string>;
  /** Ends the process, even if a job is running. */
  readonly stop: () => void;
}

/** Creates a child process for jobs, with Node options such as `--expose-gc`. */
export function createJobProcess(execArgv: readonly string[] = []): JobProcess {
  let child: ChildProcess | undefined;
  return {
    async run(task, service) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null || !child.connected) {
        child = start(execArgv);
      }
      return runIn(child, task, service);
    },
    stop: () => void child?.kill("SIGKILL"),
  };
}

function start(execArgv: readonly string[]): ChildProcess {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const path = fileURLToPath(new URL(`./child.${extension}`, import.meta.url));
  // A job's output goes to standard error, because the parent prints its results to standard output.
  const child = fork(path, [], { execArgv: [...execArgv], stdio: ["ignore", 2, 2, "ipc"] });
  // Writing to a process that is ending emits an error event, even if no job is running.
  child.on("error", () => {});
  // An idle child must not keep its parent alive.
  child.unref();
  child.channel?.unref();
  return child;
}

function runIn(child: ChildProcess, task: JobTask, { keep, onProgress }: JobService): Promise<string> {
  return new Promise((resolve, reject) => {
    child.ref();
    child.channel?.ref();
    const send = (message: ToChild): void => void child.send(message, () => {});
    const onMessage = (message: FromChild): void => {
      if ("json" in message) settle(() => resolve(message.json));
      else if ("failed" in message) settle(() => reject(new Error(message.failed)));
      else if ("progress" in message) onProgress?.(message.progress);
      else {
        keep(message.keep).then(
          (kept) => send({ kept }),
          (error: Error) => send({ notKept: error.message }),
        );
      }
    };
    const onExit = (code: number | null, signal: string | null): void => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      settle(() => reject(new ProcessEndedError(`the process running the job ended with ${how}`)));
    };
    const onError = (error: Error): void => settle(() => reject(new ProcessEndedError(error.message)));
    const settle = (end: () => void): void => {
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      child.unref();
      child.channel?.unref();
      end();
    };
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    send({ run: task });
  });
}
