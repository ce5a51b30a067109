import type { Rule } from "@tierwise/core-integrator";

/**
 * A rule that evaluates Eq. 3 literally, as a sum over the n! orders σ of a tier. Each probability P_σ is a product of n factors, and the
 * gradient is Σ_σ P_σ·∂ log P_σ/∂w. It serves to measure the cost of order-M rank-breaking without the integral.
 */
export function enumerationRule(): Rule {
  return {
    name: "enumeration",
    evaluate(top, size, rest, gradient, result) {
      // Subtracting the maximum keeps the masses at most 1.
      let max = rest;
      for (let a = 0; a < size; a++) max = Math.max(max, top[a]);
      const masses = Array.from(top.subarray(0, size), (w) => Math.exp(w - max));
      const total = masses.reduce((sum, mass) => sum + mass, Math.exp(rest - max));
      const share = new Float64Array(size); // Σ over orders of P_σ · ∂ log P_σ/∂w_a
      /** Sums the orders that begin with the items in `used`. `left` is the unused mass; `perMass` is Σ 1/left over the filled places. */
      const sumOrders = (used: number, left: number, probability: number, perMass: number): number => {
        if (used === 2 ** size - 1) return probability;
        let sum = 0;
        for (let a = 0; a < size; a++) {
          if ((used & (1 << a)) !== 0) continue;
          const passed = perMass + 1 / left;
          const inOrder = sumOrders(used | (1 << a), left - masses[a], (probability * masses[a]) / left, passed);
          share[a] += inOrder * (1 - masses[a] * passed);
          sum += inOrder;
        }
        return sum;
      };
      const probability = sumOrders(0, total, 1, 0);
      result.logProbability = Math.log(probability);
      result.restGradient = 0;
      for (let a = 0; a < size; a++) {
        result.restGradient -= share[a] / probability;
        if (gradient !== undefined) gradient[a] = share[a] / probability;
      }
      result.error = Number.POSITIVE_INFINITY;
      result.evaluations = 0;
    },
  };
}
