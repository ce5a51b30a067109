/** Converts tab-separated text to CSV, with quotes around fields that contain commas or quotes. */
export function csvOf(tsv: string): string {
  return tsv
    .split("\n")
    .map((line) => line.split("\t").map(csvField).join(","))
    .join("\n");
}

function csvField(field: string): string {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
