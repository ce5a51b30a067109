/** The current rating of an item. */
export interface ItemRating {
  /** The name of the item. */
  readonly name: string;
  /** The utility, which is 0 for an item without votes. */
  readonly utility: number;
  /** The variance of the utility, which is 1/λ for an item without votes. */
  readonly variance: number;
  /** The total weight of the votes that named the item. */
  readonly votes: number;
}
