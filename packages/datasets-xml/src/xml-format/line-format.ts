/** What a line may hold: `l1,l2 f:v f:v` with `hasLabels`, else `column:value` pairs alone. */
export interface LineFormat {
  /** The file's name, for errors. */
  readonly file: string;
  readonly hasLabels: boolean;
  readonly numLabels: number;
  readonly numColumns: number;
  /** What the columns are: features, or the labels of a label matrix. */
  readonly columnName: ColumnName;
}

export type ColumnName = "feature" | "label";
