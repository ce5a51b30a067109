import { writeSync } from "node:fs";
import { printableText } from "@tierwise/data/printable-text";
import { CommanderError } from "commander";
import { explain } from "./errors/explain.ts";
import { Interrupted } from "./errors/interrupted.ts";
import { UsageError } from "./errors/usage-error.ts";
import { createProgram, withHelpOption } from "./program.ts";

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  writeSync(2, `${explain(Object.assign(error, { path: "standard output" }))}\n`);
  process.exit(1);
});
// If writing to standard error fails, there is nowhere to report it.
process.stderr.on("error", () => {});
// Exiting through process.exit() runs the exit handlers, which remove temporary files. Commands that can stop gracefully install their own
// handlers.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(code);
  });
}

// Not awaited at the top level: the build may let the files of the commands import this file, which would then wait for itself.
const args = withHelpOption(process.argv.slice(2));
createProgram(args)
  .then((program) => program.parseAsync(args, { from: "user" }))
  .catch((error: unknown) => {
    process.exitCode = report(error);
  });

/** Prints the error and returns the exit code: 1 for failure, 2 for incorrect usage, 130 if interrupted. */
function report(error: unknown): number {
  // Commander has already printed its message or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  process.stderr.write(`${explain(error)}\n`);
  if (process.argv.includes("--debug") && error instanceof Error)
    process.stderr.write(`${printableText(error.stack ?? "", "\n")}\n`);
  if (error instanceof Interrupted) return 130;
  // If a file can be read only with an option, the missing option is a usage error.
  const { option } = (error ?? {}) as { option?: unknown };
  return error instanceof UsageError || option !== undefined ? 2 : 1;
}
