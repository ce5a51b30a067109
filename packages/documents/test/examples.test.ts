import { documentedExamples, runExample } from "@tierwise/testing";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

test.each(documentedExamples(root).map((example) => [example.place, example] as const))(
  "%s prints the documented output",
  (_, example) => {
    expect(runExample(root, example)).toEqual(example.prints);
  },
);
