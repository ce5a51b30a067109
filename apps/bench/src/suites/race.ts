import { expectedDcgLoss } from "@tierwise/losses";
import { inclusionProbabilities } from "@tierwise/race";
import { normal, randomStream } from "@tierwise/random";
import { growthExponent } from "@tierwise/studies";
import type { RaceGrowth } from "@tierwise/studies/figures";
import { plRankError } from "../peers/pl-rank-error.ts";
import { softmaxCrossEntropy } from "../peers/softmax-cross-entropy.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

const SEED = 27;
const RELEVANT = 20;
const ITEMS = 100_000;

/** The cost of exact marginals of the Plackett-Luce model, relative to a softmax of the same row. */
export const race: Suite = {
  name: "race",
  group: "The losses: cost against N",
  gated: false,
  title: "Inclusion probabilities and the expected DCG with gradient, compared with a softmax of the same row",
  run({ quick }) {
    const options = { rounds: quick ? 5 : 11, sliceMilliseconds: quick ? 5 : 20 };
    const claims: Claim[] = [];
    const timeAt = (itemCount: number, k: number, relevant: number) => {
      const random = randomStream(SEED);
      const scores = new Float64Array(itemCount).map(() => normal(random));
      const gradient = new Float64Array(itemCount);
      const loss = expectedDcgLoss({ k });
      const preference = { tiers: [Array.from({ length: relevant }, (_, i) => i * Math.floor(itemCount / relevant))] };
      return sideBySide(
        {
          softmax: () => softmaxCrossEntropy(scores, 0, gradient),
          inclusion: () => inclusionProbabilities(scores, { k }),
          dcg: () => loss(scores, preference, gradient),
        },
        options,
      );
    };
    const { softmax, inclusion, dcg } = timeAt(ITEMS, 10, RELEVANT);
    claims.push(
      claimOf(
        "time of inclusion probabilities relative to a softmax, N = 1e5, k = 10",
        ratioWithin(inclusion.rounds, softmax.rounds),
        {
          context: readableTime(inclusion.nanoseconds),
          target: { atMost: 40 },
        },
      ),
      claimOf(
        "time of expectedDcgLoss with gradient relative to a softmax, N = 1e5, k = 10, 20 relevant items",
        ratioWithin(dcg.rounds, softmax.rounds),
        {
          context: readableTime(dcg.nanoseconds),
          target: { atMost: 15 },
        },
      ),
    );
    const growth: RaceGrowth[] = [];
    const exponent = (
      what: string,
      axis: RaceGrowth["axis"],
      values: readonly number[],
      at: (value: number) => ReturnType<typeof timeAt>,
    ): void => {
      const times = values.map((value) => at(value).dcg.nanoseconds);
      for (const [i, value] of values.entries()) growth.push({ axis, value, milliseconds: times[i] / 1e6 });
      claims.push({
        what: `growth exponent of the time of expectedDcgLoss: ${what}`,
        figure: growthExponent(values, times),
        unit: "",
        target: { atMost: 1.1 },
      });
    };
    exponent("N from 1e4, k = 10", "N", quick ? [1e4, 1e5] : [1e4, 1e5, 1e6], (n) => timeAt(n, 10, RELEVANT));
    exponent("k from 5 to 40, N = 1e5", "k, N = 1e5", [5, 10, 20, 40], (k) => timeAt(ITEMS, k, RELEVANT));
    exponent("k from 8 to 64, N = 1000", "k, N = 1000", [8, 16, 32, 64], (k) => timeAt(1000, k, RELEVANT));
    exponent("relevant items from 10 to 1000, N = 1e5, k = 10", "relevant", [10, 100, 1000], (r) =>
      timeAt(ITEMS, 10, r),
    );
    const sampled = plRankError(1000, 10, RELEVANT, options);
    claims.push({
      what: "gradient error of PL-Rank-3 relative to expectedMetric at equal time, N = 1000, k = 10",
      figure: sampled.ratio,
      unit: "×",
      target: { atLeast: 1000 },
    });
    if (sampled.numpy !== undefined) {
      claims.push({
        what: "gradient error of PL-Rank-3 in NumPy relative to expectedMetric at equal time, N = 1000, k = 10",
        figure: sampled.numpy.ratio,
        unit: "×",
        context: `${sampled.numpy.samples} samples`,
        target: { atLeast: 1000 },
      });
    }
    const skipped =
      sampled.numpy === undefined
        ? ["Skipped: PL-Rank-3 in NumPy. TIERWISE_PYTHON is not set to a Python with NumPy."]
        : [];
    return { claims, skipped, details: { seed: SEED, growth, sampled } };
  },
};
