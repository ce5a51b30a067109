/**
 * Formats columns in the syntax of `--columns`: `user=Reviewer,item="Title, year",rating=2`. A number is the position of a column. A name
 * is quoted if it contains a comma, starts with a quote, is surrounded by spaces, or is a number.
 */
export function columnsText(columns: Readonly<Record<string, number | string | undefined>>): string {
  return Object.entries(columns)
    .flatMap(([role, column]) => (column === undefined ? [] : [`${role}=${columnText(column)}`]))
    .join(",");
}

function columnText(column: number | string): string {
  if (typeof column === "number") return String(column);
  return /,|^"|^\s|\s$|^\d+$|^$/.test(column) ? `"${column.replaceAll('"', '""')}"` : column;
}
