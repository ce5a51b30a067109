import type { OpenedFile } from "./opened-file.ts";

/** Opens a file from the user's machine. Its content stays in the browser. */
export function takeFile(file: File): OpenedFile {
  return { name: file.name, content: file };
}

/** Opens a sample file of the site. */
export async function takeSample(path: string): Promise<OpenedFile> {
  const response = await fetch(`./${path}`);
  if (!response.ok) throw new Error(`the sample ${path} could not be loaded`);
  return { name: path.split("/").at(-1) ?? path, content: await response.blob() };
}
