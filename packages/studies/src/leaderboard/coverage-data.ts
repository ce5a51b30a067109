import { type Battles, fitBattles } from "@tierwise/aggregate";
import { normal, type Random } from "@tierwise/random";

/** How the battles of a coverage simulation are generated. */
export type CoverageSetting = "clustered" | "misspecified" | "small" | "well specified";

/** A way to simulate battles, and the utilities that a fit to them estimates. */
export interface CoverageDesign {
  /** The utilities that maximize the expected likelihood. If the model is correct, these are the true utilities. */
  readonly truth: Float64Array;
  /** Draws a dataset. */
  readonly draw: (random: Random) => Battles;
}

const ITEMS = 10;
const itemNames = Array.from({ length: ITEMS }, (_, i) => `item ${i}`);
/** The standard deviation of a judge's taste for an item. */
const TASTE = 0.6;
const JUDGES = 100;

/** Utilities from −1.2 to 1.2. */
const utilities = Float64Array.from({ length: ITEMS }, (_, i) => 1.2 - (2.4 * i) / (ITEMS - 1));

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The design of a setting. */
export function coverageDesign(setting: CoverageSetting): CoverageDesign {
  switch (setting) {
    case "well specified":
      return decided(2000, (eta) => logistic(eta));
    case "small":
      return decided(200, (eta) => logistic(eta));
    case "misspecified":
      return tied(2000);
    case "clustered":
      return byJudges(30);
  }
}

/** Independent battles between random pairs; `chance` gives the left side's probability of winning from the difference in utility. */
function decided(battles: number, chance: (eta: number) => number): CoverageDesign {
  return {
    truth: utilities,
    draw: (random) =>
      collect(battles, () => {
        const [i, j] = drawPair(random);
        return { i, j, outcome: random() < chance(utilities[i] - utilities[j]) ? 0 : 1 };
      }),
  };
}

/** A third of the battles between close items are ties, and one in ten is decided by a coin flip. The fitted model ignores both effects. */
function tied(battles: number): CoverageDesign {
  const probabilities = (i: number, j: number): [win: number, tie: number] => {
    const p = logistic(utilities[i] - utilities[j]);
    const tie = 0.35 * 4 * p * (1 - p);
    return [(1 - tie) * (0.9 * p + 0.05), tie];
  };
  return {
    truth: limitOf((i, j) => {
      const [win, tie] = probabilities(i, j);
      return win + tie / 2;
    }),
    draw: (random) =>
      collect(battles, () => {
        const [i, j] = drawPair(random);
        const [win, tie] = probabilities(i, j);
        const u = random();
        return { i, j, outcome: u < win ? 0 : u < win + tie ? 2 : 1 };
      }),
  };
}

/** Every judge has a personal taste that affects all of their battles. */
function byJudges(battlesPerJudge: number): CoverageDesign {
  return {
    truth: limitOf((i, j) => {
      // Averages over the difference between a judge's tastes for the two items, using the trapezoid rule over ±8 standard deviations.
      let [sum, total] = [0, 0];
      for (let z = -8; z <= 8; z += 0.05) {
        const density = Math.exp((-z * z) / 2);
        sum += density * logistic(utilities[i] - utilities[j] + Math.SQRT2 * TASTE * z);
        total += density;
      }
      return sum / total;
    }),
    draw: (random) => {
      const tastes = Array.from({ length: JUDGES }, () => utilities.map((w) => w + TASTE * normal(random)));
      return collect(JUDGES * battlesPerJudge, (k) => {
        const cluster = Math.floor(k / battlesPerJudge);
        const [i, j] = drawPair(random);
        const outcome = random() < logistic(tastes[cluster][i] - tastes[cluster][j]) ? 0 : 1;
        return { i, j, outcome, cluster };
      });
    },
  };
}

function drawPair(random: Random): [number, number] {
  const i = Math.floor(ITEMS * random());
  return [i, (i + 1 + Math.floor((ITEMS - 1) * random())) % ITEMS];
}

interface DrawnBattle {
  readonly i: number;
  readonly j: number;
  readonly outcome: number;
  readonly cluster?: number;
}

function collect(count: number, next: (k: number) => DrawnBattle): Battles {
  const drawn = Array.from({ length: count }, (_, k) => next(k));
  return {
    itemNames,
    left: Int32Array.from(drawn, ({ i }) => i),
    right: Int32Array.from(drawn, ({ j }) => j),
    outcomes: Uint8Array.from(drawn, ({ outcome }) => outcome),
    weights: new Float64Array(count).fill(1),
    ...(drawn[0].cluster !== undefined && { clusters: Int32Array.from(drawn, ({ cluster }) => cluster ?? 0) }),
  };
}

/** The utilities that a fit approaches as the number of battles grows, computed by a fit to the expected shares of wins for all pairs. */
function limitOf(share: (i: number, j: number) => number): Float64Array {
  const pairs = Array.from({ length: ITEMS * ITEMS }, (_, k) => [Math.floor(k / ITEMS), k % ITEMS]).filter(
    ([i, j]) => i < j,
  );
  const rows = pairs.flatMap(([i, j]) => [
    { i, j, outcome: 0, weight: share(i, j) },
    { i, j, outcome: 1, weight: 1 - share(i, j) },
  ]);
  const battles = collect(rows.length, (k) => rows[k]);
  return fitBattles({ ...battles, weights: Float64Array.from(rows, ({ weight }) => weight) }, { interval: false })
    .utilities;
}
