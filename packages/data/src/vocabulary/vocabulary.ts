/** What the features and the items of rows are about, as far as known. */
export interface Vocabulary {
  /** The name of each item. Default: none. */
  readonly itemNames?: readonly string[] | undefined;
  /** The name of each feature. Default: none. */
  readonly featureNames?: readonly string[] | undefined;
  /**
   * The item that each feature is about, −1 if it is about none. The rows that {@link recommenderRows} makes of ratings have two
   * such features per item, liked and not liked. Default: unknown.
   */
  readonly featureItems?: readonly number[] | undefined;
}
