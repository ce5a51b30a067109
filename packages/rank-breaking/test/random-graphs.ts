import fc from "fast-check";

/** A graph whose items are integers, not necessarily indices. */
export interface RandomGraph {
  readonly items: number[];
  readonly edges: [number, number][];
}

/**
 * Generates random graphs without cycles. Positions are divided into layers, and edges lead from each position to later positions. If a
 * layer `isComplete`, edges lead from each of its positions to all positions of the next layer; other edges are present at random. Some
 * graphs have one tier, some have one tier per item, and most have a few tiers. Edges are shuffled and some are repeated. Items are
 * arbitrary integers.
 */
export function randomGraphs(maxItems: number): fc.Arbitrary<RandomGraph> {
  return fc
    .integer({ min: 0, max: maxItems })
    .chain((n) =>
      fc.record({
        items: fc.uniqueArray(fc.oneof(fc.integer(), fc.integer({ min: -20, max: 20 })), {
          minLength: n,
          maxLength: n,
        }),
        startsLayer: fc.array(fc.boolean(), { minLength: n, maxLength: n }),
        isComplete: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: n, maxLength: n }),
        density: fc.constantFrom(0, 0.05, 0.2, 0.5, 0.9, 1),
        // The random numbers are integers, because doubles from fast-check cluster near zero.
        dice: fc.array(fc.integer({ min: 0, max: 999 }), { minLength: (n * (n - 1)) / 2, maxLength: n * n }),
        order: fc.infiniteStream(fc.nat()),
      }),
    )
    .map(({ items, startsLayer, isComplete, density, dice, order }) => {
      const layers: number[] = [];
      for (const [i, starts] of startsLayer.entries()) layers.push(i === 0 ? 0 : layers[i - 1] + (starts ? 1 : 0));
      const edges: { edge: [number, number]; key: number }[] = [];
      let die = 0;
      for (let i = 0; i < items.length; i++) {
        for (let j = i + 1; j < items.length; j++) {
          const isJoint = layers[j] === layers[i] + 1 && isComplete[layers[i]] < 8;
          const key = order.next().value;
          const copies = isJoint || dice[die++] < 1000 * density ? 1 + Number(key % 5 === 0) : 0;
          for (let copy = 0; copy < copies; copy++) edges.push({ edge: [items[i], items[j]], key: key + copy });
        }
      }
      // Positions are in topological order. The items are sorted, so that their order in the input does not reveal the topological order.
      edges.sort((a, b) => a.key - b.key);
      return { items: items.toSorted((a, b) => a - b), edges: edges.map(({ edge }) => edge) };
    });
}
