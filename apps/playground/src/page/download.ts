/** Offers text or bytes to the user as a file. */
export function download(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers start the download after this task and need the URL until then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
