/** The positions of the parameters in `control`. */
export const control = {
  gradientUnit: 0,
  curvatureUnit: 1,
  /** The range of `rows` to divide, and the feature and bin at which it is divided. */
  from: 2,
  to: 3,
  feature: 4,
  bin: 5,
  /** For the child whose histogram is built: its range of `rows`, its slot, and the slot of its parent (−1 for the root). */
  childFrom: 6,
  childTo: 7,
  slot: 8,
  parent: 9,
  /** G, H and the number of documents of the child whose histogram is built, then the same for the other child. */
  sums: 10,
  parts: 16,
} as const;
