import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The full names of a package's tests, grouped by outcome. */
export interface TestCount {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

interface VitestResults {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Reads the results of `vitest run` from `.results/vitest.json` of a package. */
export function testCount(packageRoot: string): TestCount {
  const file = join(packageRoot, ".results", "vitest.json");
  if (!existsSync(file)) return { passed: [], failed: [], skipped: [] };
  const results = JSON.parse(readFileSync(file, "utf8")) as VitestResults;
  const tests = results.testResults.flatMap((suite) => suite.assertionResults);
  const named = (wanted: (status: string) => boolean): string[] =>
    tests.filter((test) => wanted(test.status)).map((test) => test.fullName);
  return {
    passed: named((status) => status === "passed"),
    failed: named((status) => status === "failed"),
    skipped: named((status) => status !== "passed" && status !== "failed"),
  };
}
