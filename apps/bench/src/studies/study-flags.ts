import { parseArgs } from "node:util";
import { lossOf, type Method, type MseGrid } from "@tierwise/studies";

/** The flags of a study; its name is the first positional argument. */
export const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    items: { type: "string" },
    samples: { type: "string" },
    trials: { type: "string" },
    methods: { type: "string" },
    seeds: { type: "string" },
    threads: { type: "string" },
    "max-steps": { type: "string" },
    epochs: { type: "string", default: "15" },
    data: { type: "string", multiple: true },
    preset: { type: "string", multiple: true, default: ["paper", "default", "embedding"] },
    loss: { type: "string", multiple: true },
    center: { type: "string", multiple: true, default: ["row", "none"] },
    only: { type: "string" },
  },
});

export function numbers(text: string | undefined, fallback: readonly number[]): readonly number[] {
  return text === undefined ? fallback : text.split(",").map(Number);
}

/** Parses a list of seeds; a single number n means the seeds 1 to n. */
export function seedsOf(fallback: number): readonly number[] {
  const given = numbers(values.seeds, [fallback]);
  return given.length > 1 ? given : Array.from({ length: given[0] }, (_, i) => i + 1);
}

export function methodsOf(fallback: readonly Method[]): readonly Method[] {
  const chosen = values.methods?.split(",") as Method[] | undefined;
  for (const method of chosen ?? []) lossOf(method);
  return chosen ?? fallback;
}

export function mseGrid(grid: MseGrid): MseGrid {
  return {
    itemCounts: numbers(values.items, grid.itemCounts),
    samples: numbers(values.samples, grid.samples),
    seeds: values.seeds === undefined ? grid.seeds : numbers(values.seeds, []),
    methods: methodsOf(grid.methods),
    maxSteps: Number(values["max-steps"] ?? grid.maxSteps),
  };
}
