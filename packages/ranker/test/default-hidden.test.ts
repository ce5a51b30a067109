import { packPreferences } from "@tierwise/core-integrator";
import { loadKernelModuleSync } from "@tierwise/kernels";
import { expect, test } from "vitest";
import { allocateTrainingNetwork } from "../src/engines/kernels/training-arrays.ts";
import { defaultHidden, presets } from "../src/index.ts";

const shapes = [
  { featureCount: 500, itemCount: 983, hidden: 512 },
  { featureCount: 782_585, itemCount: 205_443, hidden: 256 },
  { featureCount: 10_000, itemCount: 1_000_000, hidden: 256 },
  { featureCount: 6_000_000, itemCount: 100, hidden: 32 },
];

test.each(shapes)(
  "the default for $featureCount features and $itemCount items is $hidden hidden units, which fit in memory",
  ({ hidden, ...sizes }) => {
    expect(defaultHidden("default", sizes)).toBe(hidden);
    const allocate = (units: number): unknown =>
      allocateTrainingNetwork({
        shape: { ...sizes, hidden: units },
        module: loadKernelModuleSync(),
        batchRows: presets.default.batchSize,
        batchEntries: 100_000,
        threads: 8,
        options: { seed: 0, inputDropout: 0, hiddenDropout: 0, weightDecay: 0 },
        loss: { name: "pl-partition" },
        preferences: packPreferences([], sizes.itemCount),
      });
    allocate(hidden); // uses little memory, because pages that are never written take none
    if (hidden < presets.default.hidden) expect(() => allocate(2 * hidden)).toThrow(/limited to 4 GiB/);
  },
);
