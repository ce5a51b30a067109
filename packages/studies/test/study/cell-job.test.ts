import { describe, expect, test } from "vitest";
import {
  cellKey,
  costStudy,
  generatedGlasSets,
  glasStudy,
  mseStudy,
  quickCostGrid,
  quickMseGrid,
  quickRankBreaking,
  rankBreakingStudy,
  type Study,
  type StudyCell,
  shrinkageStudy,
} from "../../src/index.ts";

/** The properties of a study that determine keys. */
type Keyed<Cell extends StudyCell> = Pick<Study<Cell, Cell>, "identity" | "name" | "revision">;

/** A study, one of its cells, and settings that belong to the identity of the cell but not to the cell. */
function entry<Cell extends StudyCell>(study: Keyed<Cell>, cells: readonly Cell[], more: object) {
  return [study.name, study as unknown as Keyed<StudyCell>, cells[0] as StudyCell, more] as const;
}

const paper = { learningRate: 0.1, batchSize: 20, patience: 10, epochs: 1000 };
const studies = [
  entry(mseStudy, mseStudy.cells(quickMseGrid), {
    simulation: { tiers: 4, maxRanked: 500 },
    solver: { ...paper, validation: 0.2, seed: 1_000_001 },
  }),
  entry(shrinkageStudy, shrinkageStudy.cells(quickMseGrid), {
    simulation: { tiers: 4, maxRanked: 500 },
    solver: { ...paper, validation: 0.2 },
    factors: expect.any(Array),
  }),
  entry(costStudy, costStudy.cells(quickCostGrid), {
    warmUp: 20,
    simulation: { samples: 500, tiers: 4, maxRanked: 500 },
    solver: { ...paper, validation: 0, evaluateEvery: 1, maxSteps: 120 },
  }),
  entry(rankBreakingStudy, rankBreakingStudy.cells(quickRankBreaking), {
    simulation: { cutRates: [0.5, 0.15, 0.05], revealed: 0.2 },
    fit: { breaking: "pairs", prior: 0, solver: { tolerance: 1e-8, maxIterations: 1000 } },
  }),
  entry(glasStudy, glasStudy.cells({ data: generatedGlasSets, seeds: [1] }), {
    source: { freshRows: 2000, generate: { values: expect.any(String), labelsPerRow: expect.any(Number) } },
    training: { batchSize: expect.any(Number), learningRates: expect.any(Array), patience: expect.any(Number) },
    cutOffs: [1, 5, 20],
  }),
];

/** All variants of a JSON value in which one number, string or Boolean is changed. */
function variants(value: unknown): unknown[] {
  if (value === null || typeof value !== "object") return [`changed ${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) =>
    variants(part).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
}

describe("the key of a cell", () => {
  test.each(studies)(
    "changes with every setting of the %s study, including those shared by all cells",
    (_, study, cell, more) => {
      const identity = study.identity?.(cell);
      expect(identity).toMatchObject({ ...cell, ...more });
      const others = variants(identity).map((changed) => cellKey({ ...study, identity: () => changed }, cell));
      expect(new Set([cellKey(study, cell), ...others]).size).toBe(1 + others.length);
    },
  );

  test("changes with the weight, the epochs and the rows of the GLaS study", () => {
    const [cell] = glasStudy.cells({ data: generatedGlasSets, seeds: [1] });
    const others = [
      { ...cell, weight: 3 },
      { ...cell, epochs: 7 },
      { ...cell, source: { ...cell.source, freshRows: 10 } },
    ];
    expect(new Set([cell, ...others].map((one) => cellKey(glasStudy, one))).size).toBe(4);
  });
});
