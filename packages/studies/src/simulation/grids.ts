import type { CostGrid } from "./cost-cell.ts";
import { methods } from "./methods.ts";
import type { MseGrid } from "./mse-cell.ts";

const FIVE_SEEDS = [1, 2, 3, 4, 5];

/** The settings of the paper's Figures 1 and 3. */
export const fullMseGrid: MseGrid = {
  itemCounts: [100, 1000, 10_000, 100_000],
  samples: [100, 1000, 10_000],
  seeds: FIVE_SEEDS,
  methods,
  maxSteps: 5000,
};

/** A smaller version that takes less than half a minute on two cores. */
export const quickMseGrid: MseGrid = {
  itemCounts: [100, 1000],
  samples: [100, 400],
  seeds: [1, 2],
  methods,
  maxSteps: 600,
};

/** The settings of the paper's Figure 2, extended to a million items. */
export const fullCostGrid: CostGrid = {
  itemCounts: [100, 1000, 10_000, 100_000, 1_000_000],
  seeds: FIVE_SEEDS,
  methods,
  steps: 1000,
};

/** A smaller version with fewer steps and at most 10⁴ items. */
export const quickCostGrid: CostGrid = { itemCounts: [100, 1000, 10_000], seeds: [1], methods, steps: 100 };
