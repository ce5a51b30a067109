// `npm test`: runs all checks of the workspace with turbo and prints how many passed and how many failed.
// Unchanged packages are cache hits; their tests are counted from the cached results.
import { join } from "node:path";
import { turboRun } from "./turbo-run.ts";
import { testCount } from "./vitest-results.ts";

const root = join(import.meta.dirname, "..", "..");
const gates = [
  "build",
  "typecheck",
  "test",
  "docs",
  "docs:site",
  "lint",
  "spelling",
  "dependencies",
  "unused",
  "package-check",
];

const { tasks, status } = turboRun(root, gates);

const passed: string[] = [];
const failed: string[] = [];
const skipped: string[] = [];
for (const task of tasks) {
  const isSuite = task.task === "test";
  // If a suite did not run, its results from an earlier run are not counted.
  const tests =
    isSuite && task.started ? testCount(join(root, task.directory)) : { passed: [], failed: [], skipped: [] };
  passed.push(...tests.passed);
  skipped.push(...tests.skipped);
  failed.push(...tests.failed.map((name) => `${task.taskId}: ${name}`));
  if (task.passed && !isSuite) passed.push(task.taskId);
  if (!task.passed && tests.failed.length === 0) {
    failed.push(task.started ? task.taskId : `${task.taskId} (not run: a dependency failed)`);
  }
}

for (const name of skipped) console.log(`skipped  ${name}`);
for (const name of failed) console.log(`FAILED   ${name}`);
const unchanged = tasks.filter((task) => task.cached).length;
console.log(`${tasks.length} tasks, ${unchanged} of them cached`);
console.log(
  `${passed.length} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`,
);
process.exitCode = failed.length > 0 || passed.length === 0 ? 1 : status;
