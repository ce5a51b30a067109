import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Creates a folder that is removed after the tests in a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
