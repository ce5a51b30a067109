import { writeSync } from "node:fs";
import { printableText } from "@tierwise/data/printable-text";
import { CommanderError } from "commander";
import { explain } from "./errors/explain.ts";
import { Interrupted } from "./errors/interrupted.ts";
import { UsageError } from "./errors/usage-error.ts";
import { createProgram } from "./program.ts";

// A reader such as `head` may close its end early: then there is nothing left to say.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  writeSync(2, `${explain(Object.assign(error, { path: "standard output" }))}\n`);
  process.exit(1);
});
// Where nothing can be said there is no place to say so.
process.stderr.on("error", () => {});
// Leaving through exit lets temporary files be removed; commands that can end more gently put handlers of their own before it.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(code);
  });
}

try {
  const program = await createProgram(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Says what went wrong; returns the exit code: 1 failed, 2 not called rightly, 130 interrupted. */
function report(error: unknown): number {
  // Commander has printed its own messages, help among them.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  process.stderr.write(`${explain(error)}\n`);
  if (process.argv.includes("--debug") && error instanceof Error)
    process.stderr.write(`${printableText(error.stack ?? "", "\n")}\n`);
  if (error instanceof Interrupted) return 130;
  const { option } = (error ?? {}) as { option?: unknown };
  return error instanceof UsageError || option === "format" ? 2 : 1;
}
