import { adaptive, logLikelihoodGradient, midpoint, type Preference } from "@tierwise/core-integrator";

const names = ["apple", "banana", "cherry", "date", "elderberry", "fig", "grape", "honeydew"];
const preference: Preference = {
  tiers: [
    [3, 0],
    [4, 6],
  ],
};

/** Fits scores to one preference and compares the cost of quadrature rules. */
export function showOnePreference(): void {
  const named = new Set(preference.tiers.flatMap((tier) => Array.from(tier)));
  const rest = names.filter((_, item) => !named.has(item));
  const tiers = [...preference.tiers.map((tier) => Array.from(tier, (item) => names[item])), rest];
  console.log(`A preference: {${tiers.map((tier) => tier.join(", ")).join("} above {")}}.`);
  console.log(
    "The order inside a tier is unknown. A few steps of gradient ascent find scores that make the preference likely:\n",
  );

  const scores = new Float64Array(names.length);
  for (let step = 0; step <= 60; step++) {
    const { logLikelihood: value, gradient } = logLikelihoodGradient(scores, preference);
    if (step % 15 === 0) console.log(`  step ${String(step).padStart(2)}   probability ${Math.exp(value).toFixed(6)}`);
    for (let i = 0; i < scores.length; i++) scores[i] += 0.3 * gradient[i];
  }

  console.log(
    "\nThe likelihood and gradient of 100 items above 900 others, computed with the paper's rule with T = 10,000",
  );
  console.log("and with T = 100, which suffices here, and with the adaptive rule, which needs no T:\n");
  const many = new Float64Array(1000).map((_, i) => Math.sin(i * i));
  const top: Preference = { tiers: [Int32Array.from({ length: 100 }, (_, i) => i)] };
  for (const rule of [midpoint({ intervals: 10_000, shift: 5 }), midpoint({ intervals: 100, shift: 5 }), adaptive()]) {
    let milliseconds = 0;
    let value = 0;
    let evaluations = 0;
    // Only the last call is timed, because the first calls include compilation.
    for (let call = 0; call < 20; call++) {
      const start = performance.now();
      ({ logLikelihood: value, evaluations } = logLikelihoodGradient(many, top, { rule }));
      milliseconds = performance.now() - start;
    }
    const figures = `${String(evaluations).padStart(5)} evaluations  ${milliseconds.toFixed(3).padStart(8)} ms`;
    console.log(`  ${rule.name.padEnd(9)} ${value.toFixed(9)}  ${figures}`);
  }
}
