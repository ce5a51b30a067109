/** Whether a file contains ratings rather than multi-label data: its first line is delimited, and is not a header of two or three counts. */
export async function holdsRatings(path: string): Promise<boolean> {
  if (path === "-") return false;
  const { readLines } = await import("@tierwise/data/files");
  let found = false;
  const onLine = (line: string): boolean => {
    if (line.trim() === "") return true;
    found = /[,;\t]|::/.test(line) && !/^\s*\d+\s+\d+(\s+\d+)?\s*$/.test(line);
    return false;
  };
  await readLines(path, onLine);
  return found;
}
