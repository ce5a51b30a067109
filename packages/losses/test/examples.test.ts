import { join } from "node:path";
import { documentedExamples, runExample } from "@tierwise/testing";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test.each(documentedExamples(root).map((example) => [example.place, example] as const))(
  "%s prints the documented output",
  (_, example) => {
    expect(runExample(root, example)).toEqual(example.prints);
  },
);
