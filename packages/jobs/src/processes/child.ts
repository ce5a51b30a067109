// The main file of a child process that runs jobs, one at a time.
import { importJobKinds } from "../job/job-kind.ts";
import type { FromChild, JobTask, ToChild } from "./messages.ts";

/** The number of milliseconds between progress messages. */
const progressInterval = 50;
/** The callbacks that are waiting for files to be stored. */
const keeping: { resolve: (checksum: string) => void; reject: (error: Error) => void }[] = [];

// Without the parent, no one would receive the result.
process.on("disconnect", () => process.exit(0));
process.on("message", (message: ToChild) => {
  if ("run" in message) void run(message.run);
  else if ("kept" in message) keeping.shift()?.resolve(message.kept);
  else keeping.shift()?.reject(new Error(message.notKept));
});

async function run({ module, kind, settings, threads, paths }: JobTask): Promise<void> {
  try {
    let last = 0;
    const { find } = await importJobKinds(module);
    const result = await (await find(kind)).run(settings, {
      threads,
      file: (path) => paths[path] ?? path,
      keep: (path) =>
        new Promise((resolve, reject) => {
          keeping.push({ resolve, reject });
          send({ keep: path });
        }),
      onProgress(progress) {
        if (performance.now() - last < progressInterval) return;
        last = performance.now();
        send({ progress });
      },
    });
    send({ json: JSON.stringify(result ?? null) });
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: FromChild): void {
  // A message fails if the parent has just ended; this process then exits too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
