import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandReference } from "../reference/command-reference.ts";

test("docs/cli.md matches the current commands", async () => {
  const page = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8");
  expect(page, "run pnpm --filter @tierwise/cli reference").toBe(await commandReference());
});
