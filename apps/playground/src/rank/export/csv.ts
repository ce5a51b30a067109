/** Tab-separated text as CSV: fields with commas or quotes are quoted. */
export function csvOf(tsv: string): string {
  return tsv
    .split("\n")
    .map((line) => line.split("\t").map(csvField).join(","))
    .join("\n");
}

function csvField(field: string): string {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
