import { generateXmlDataset } from "@tierwise/datasets-xml";
import { inline } from "@tierwise/jobs";
import { createDataReference, runSweep, type SweepPlan } from "@tierwise/studies";
import type { Claim, Suite } from "../timing/suite.ts";

const plan: SweepPlan = {
  settings: { epochs: 16, patience: 100 },
  space: {
    learningRate: [0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001, 0.00003],
    hidden: [8, 64],
    loss: ["pl-partition", "ranknet"],
  },
};

const quickPlan: Pick<SweepPlan, "settings" | "space"> = {
  settings: { epochs: 8, patience: 100 },
  space: { learningRate: [0.03, 0.00003], hidden: [8], loss: ["pl-partition", "ranknet"] },
};

/** A sweep of 32 training runs with successive halving, compared with training all 32 models to the end. */
export const sweep: Suite = {
  name: "sweep",
  group: "Training: step, epoch and growth",
  title: "A sweep of 32 training runs with successive halving, compared with the full grid",
  async run({ quick }) {
    const claims: Claim[] = [];
    for (const seed of quick ? [1] : [1, 2, 3]) {
      const sizes = { rows: quick ? 200 : 2000, features: 200, labels: 100, labelsPerRow: 4, featuresPerRow: 12, seed };
      const train = generateXmlDataset(sizes);
      const data = createDataReference("generated", { train: "", test: "" }, { train, test: train });
      const timed = async (halving: SweepPlan["halving"] & (object | false)) => {
        const started = performance.now();
        const before = process.cpuUsage();
        const [best] = await runSweep(
          { ...plan, ...(quick ? quickPlan : {}), seed, halving },
          { data, executor: inline(), threads: 1 },
        );
        const { user, system } = process.cpuUsage(before);
        return { best, seconds: (user + system) / 1e6, elapsed: (performance.now() - started) / 1000 };
      };
      // The first training run also compiles the code.
      if (seed === 1) await timed({});
      const halved = await timed({});
      const full = await timed(false);
      claims.push(
        {
          what: `processor time of successive halving relative to the full grid, seed ${seed}`,
          figure: halved.seconds / full.seconds,
          target: { atMost: 0.45 },
          context: `${halved.seconds.toFixed(1)} s and ${full.seconds.toFixed(1)} s`,
        },
        {
          what: `elapsed time of successive halving relative to the full grid, seed ${seed} (affected by other programs)`,
          figure: halved.elapsed / full.elapsed,
          context: `${halved.elapsed.toFixed(1)} s and ${full.elapsed.toFixed(1)} s`,
        },
        {
          what: `same winner as the full grid (1: yes), seed ${seed}`,
          figure: Number(halved.best.trial === full.best.trial),
          unit: "",
          target: { atLeast: 1 },
        },
        {
          what: `precision@5 of the winner relative to the winner of the full grid, seed ${seed}`,
          figure: (halved.best.value ?? Number.NaN) / (full.best.value ?? Number.NaN),
          target: { atLeast: 1 },
          context: `${halved.best.value?.toFixed(4)}`,
        },
      );
    }
    return { claims };
  },
};
