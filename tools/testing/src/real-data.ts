import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";

/**
 * A `describe` for tests with real data. `body` receives the path of `folder` in the directory that the environment variable TIERWISE_DATA
 * names. If the variable or the folder is missing, the suite is one skipped test, whose title states the reason.
 */
export function describeWithRealData(folder: string, title: string, body: (path: string) => void): void {
  const root = process.env["TIERWISE_DATA"];
  const path = root ? join(root, folder) : "";
  if (root && existsSync(path)) {
    describe(title, () => body(path));
    return;
  }
  const reason = root
    ? `TIERWISE_DATA is ${root}; expected a directory that contains ${folder}`
    : `TIERWISE_DATA is not set; expected a directory that contains ${folder}`;
  console.log(`skipped: ${title}: ${reason}`);
  describe(title, () => {
    test.skipIf(true)(reason, () => {});
  });
}
