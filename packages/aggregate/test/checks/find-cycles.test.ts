import { randomStream } from "@tierwise/random";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findCycles } from "../../src/checks/find-cycles.ts";
import { stronglyConnected } from "../../src/checks/strongly-connected.ts";

/** Pair counts from rows [winner, loser, wins, losses]. */
function counts(n: number, rows: readonly (readonly [number, number, number, number])[]) {
  const wins = new Float64Array(n * n);
  for (const [a, b, won, lost] of rows) {
    wins[a * n + b] = won;
    wins[b * n + a] = lost;
  }
  return { itemCount: n, wins };
}

test("reports a cycle with its counts and its weakest majority", () => {
  const [cycle, ...others] = findCycles(
    counts(4, [
      [0, 1, 90, 10],
      [1, 2, 80, 20],
      [2, 0, 70, 30],
      [3, 0, 99, 1],
    ]),
  );
  expect(others).toEqual([]);
  expect(cycle).toEqual({
    steps: [
      { item: 0, wins: 90, losses: 10 },
      { item: 1, wins: 80, losses: 20 },
      { item: 2, wins: 70, losses: 30 },
    ],
    component: [0, 1, 2],
    strength: 4,
    supported: true,
  });
});

test("a cycle of narrow majorities is not supported", () => {
  const [cycle] = findCycles(
    counts(3, [
      [0, 1, 3, 2],
      [1, 2, 3, 2],
      [2, 0, 3, 2],
    ]),
  );
  expect(cycle.supported).toBe(false);
  expect(cycle.strength).toBeCloseTo(1 / Math.sqrt(5), 14);
});

test("reports the cycle whose weakest majority is the strongest", () => {
  // The weakest majority has strength 2 in 0 → 1 → 2 → 0, and 6 in 0 → 1 → 3 → 0.
  const [{ steps, component, strength }] = findCycles(
    counts(4, [
      [0, 1, 100, 0],
      [1, 2, 100, 0],
      [2, 0, 60, 40],
      [1, 3, 90, 10],
      [3, 0, 80, 20],
    ]),
  );
  expect(steps.map(({ item }) => item)).toEqual([0, 1, 3]);
  expect(strength).toBe(6);
  expect(component).toEqual([0, 1, 3]);
});

test("finds no cycle if all majorities agree with one order", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), fc.integer(), (order, seed) => {
      const random = randomStream(seed);
      const wins = new Float64Array(49);
      for (let a = 0; a < 7; a++)
        for (let b = a + 1; b < 7; b++) wins[order[a] * 7 + order[b]] = Math.floor(random() * 5);
      expect(findCycles({ itemCount: 7, wins })).toEqual([]);
    }),
  );
});

test("each step of a reported cycle is an observed majority, at least as strong as stated", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 9 }), fc.integer(), (n, seed) => {
      const random = randomStream(seed);
      const wins = Float64Array.from({ length: n * n }, (_, at) =>
        Math.floor(at / n) === at % n ? 0 : Math.floor(40 * random()),
      );
      for (const { steps, component, strength } of findCycles({ itemCount: n, wins })) {
        expect(steps.length).toBeGreaterThanOrEqual(3);
        expect(new Set(steps.map(({ item }) => item)).size).toBe(steps.length);
        for (const [i, step] of steps.entries()) {
          const next = steps[(i + 1) % steps.length].item;
          expect(component).toContain(step.item);
          expect([step.wins, step.losses]).toEqual([wins[step.item * n + next], wins[next * n + step.item]]);
          expect((step.wins - step.losses) / Math.sqrt(step.wins + step.losses)).toBeGreaterThanOrEqual(strength);
        }
      }
    }),
  );
});

test("chance alone rarely produces a supported cycle", () => {
  const random = randomStream(21);
  let supported = 0;
  for (let s = 0; s < 200; s++) {
    const wins = new Float64Array(100);
    for (let i = 0; i < 10; i++) {
      for (let j = 0; j < i; j++) for (let b = 0; b < 30; b++) wins[random() < 0.5 ? i * 10 + j : j * 10 + i]++;
    }
    supported += findCycles({ itemCount: 10, wins }).some((cycle) => cycle.supported) ? 1 : 0;
  }
  expect(supported / 200).toBeLessThanOrEqual(0.05);
});

test("two items are in the same component if and only if each can reach the other", () => {
  const graphs = fc.array(fc.record({ from: fc.nat(7), to: fc.nat(7) }), { maxLength: 20 });
  fc.assert(
    fc.property(graphs, (edges) => {
      const reach = Array.from({ length: 8 }, (_, i) => Array.from({ length: 8 }, (_, j) => i === j));
      for (const { from, to } of edges) reach[from][to] = true;
      for (let k = 0; k < 8; k++) {
        for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) reach[i][j] ||= reach[i][k] && reach[k][j];
      }
      const components = stronglyConnected(edges, 8);
      expect(components.flat().sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      for (const component of components) {
        for (let j = 0; j < 8; j++)
          expect(component.includes(j)).toBe(reach[component[0]][j] && reach[j][component[0]]);
      }
    }),
  );
});

test("a chain of a hundred thousand items does not overflow the stack", () => {
  const count = 100_000;
  const edges = Array.from({ length: count }, (_, i) => ({ from: i, to: (i + 1) % count }));
  expect(stronglyConnected(edges, count)).toHaveLength(1);
});
