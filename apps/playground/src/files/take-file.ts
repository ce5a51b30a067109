import { mostBytes, type OpenedFile } from "./opened-file.ts";

/** The content of a file; throws if it is too large for the page. Nothing leaves the browser. */
export async function takeFile(file: File): Promise<OpenedFile> {
  const { name, size } = file;
  if (size > mostBytes) {
    throw new RangeError(
      `${name} has ${Math.round(size / 1e6)} MB; this page reads up to ${mostBytes / 1e6} MB. The tierwise command reads larger files`,
    );
  }
  return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** A sample file of the site. */
export async function takeSample(path: string): Promise<OpenedFile> {
  const response = await fetch(`./${path}`);
  if (!response.ok) throw new Error(`the sample ${path} could not be loaded`);
  return { name: path.split("/").at(-1) ?? path, bytes: new Uint8Array(await response.arrayBuffer()) };
}
