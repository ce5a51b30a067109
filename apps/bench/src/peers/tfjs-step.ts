import { generateXmlDataset } from "@tierwise/datasets-xml";
import type { BackendName } from "@tierwise/losses/tfjs";
import { createRanker, type EngineChoice, train } from "@tierwise/ranker";
import { medianOf } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin } from "../timing/side-by-side.ts";
import type { Claim } from "../timing/suite.ts";

/**
 * Times training steps of PL-Partition in alternation: the tfjs engine against the kernels.
 *
 * @param backend - The backend of the engine.
 * @param where - The name of the backend in the claim.
 * @param quick - Whether to use fewer rounds.
 */
export async function stepClaim(backend: BackendName, where: string, quick: boolean): Promise<Claim[]> {
  const data = generateXmlDataset({ preset: "delicious-1k", rows: 128, seed: 1 });
  const stepSeconds = async (choice: EngineChoice): Promise<number> => {
    const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden: 256, seed: 1 });
    const options = { preset: "paper", learningRates: [1e-3], validation: 0, epochs: 3 } as const;
    const { history } = await train(ranker, data, { ...options, ...choice });
    return medianOf(history.slice(1).map((epoch) => epoch.stepSeconds));
  };
  const kernels: number[] = [];
  const tensors: number[] = [];
  for (let round = 0; round < (quick ? 3 : 7); round++) {
    kernels.push(await stepSeconds({ engine: "kernels" }));
    tensors.push(await stepSeconds({ engine: "tfjs", backend }));
  }
  return [
    claimOf(
      `time of a training step on delicious-1k with the tfjs engine on ${where}, relative to the kernels`,
      ratioWithin(tensors, kernels),
      {
        context: readableTime(1e9 * medianOf(tensors)),
      },
    ),
  ];
}
