import { existsSync } from "node:fs";
import { describe } from "vitest";
import { testGuide } from "./guide.ts";

describe.skipIf(!existsSync("/bin/sh"))("the guide to new items (skipped if there is no shell)", () => {
  testGuide("new-items.md");
});
