/** The names of the features and items of rows, if known. */
export interface Vocabulary {
  /** The name of each item. Default: none. */
  readonly itemNames?: readonly string[] | undefined;
  /** The title of each item, for display; unlike its name, it need not be unique. Default: none. */
  readonly itemTitles?: readonly string[] | undefined;
  /** The name of each feature. Default: none. */
  readonly featureNames?: readonly string[] | undefined;
  /**
   * For each feature, the item that it refers to, or −1 if it refers to no item. `recommenderRows` creates two features per item, liked and
   * not liked. Default: unknown.
   */
  readonly featureItems?: readonly number[] | undefined;
}
