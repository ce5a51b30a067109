import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";

/**
 * A `describe` over real data: `body` gets the path of `folder` below the directory that the environment variable
 * TIERWISE_DATA names. Where either is missing the suite is one skipped test that says why.
 */
export function describeWithRealData(folder: string, title: string, body: (path: string) => void): void {
  const root = process.env["TIERWISE_DATA"];
  const path = root ? join(root, folder) : "";
  if (root && existsSync(path)) {
    describe(title, () => body(path));
    return;
  }
  const reason = root
    ? `${folder} is not in the directory that TIERWISE_DATA names`
    : `TIERWISE_DATA is not set: the directory that holds ${folder}`;
  console.log(`skipped: ${title}: ${reason}`);
  describe(title, () => {
    test.skipIf(true)(reason, () => {});
  });
}
