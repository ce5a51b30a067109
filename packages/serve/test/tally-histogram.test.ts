import { Histogram, type Metric, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createTallyHistogram } from "../src/metrics/tally-histogram.ts";

test("createTallyHistogram prints the same text as prom-client's histogram", async () => {
  const description = { name: "sizes", help: "Sizes." };
  const bounds = [0.5, 1, 2, 4];
  const [own, theirs] = [new Registry(), new Registry()];
  const tallied = createTallyHistogram({ ...description, labelName: "model", bounds });
  own.registerMetric(tallied as unknown as Metric);
  const expected = new Histogram({ ...description, labelNames: ["model"], buckets: bounds, registers: [theirs] });
  for (const [i, value] of [0, 0.5, 0.75, 1, 1.0001, 2, 3, 4, 4.5, 1e9].entries()) {
    for (const model of i % 2 === 0 ? ["a"] : ["a", 'b "quoted"']) {
      tallied.observe(model, value);
      expected.observe({ model }, value);
    }
  }
  expect(await own.metrics()).toBe(await theirs.metrics());
});
