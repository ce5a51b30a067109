/** The visible rows of a long table, with a few more above and below. */
export interface RowWindow {
  readonly first: number;
  /** The index after the last row. */
  readonly end: number;
}

/** The number of rows drawn above and below the visible rows. */
const margin = 12;

/**
 * Returns the rows to draw in a scrolling table.
 *
 * @param scrollTop - The scroll offset in pixels.
 * @param height - The visible height of the table, in pixels.
 * @param rowHeight - The height of each row, in pixels.
 * @param rowCount - The number of rows in the table.
 */
export function windowOfRows(scrollTop: number, height: number, rowHeight: number, rowCount: number): RowWindow {
  const visible = Math.ceil(height / rowHeight);
  const first = Math.min(Math.floor(scrollTop / rowHeight), Math.max(0, rowCount - visible));
  return { first: Math.max(0, first - margin), end: Math.min(rowCount, first + visible + margin) };
}
