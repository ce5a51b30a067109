import { isNode, readFile } from "./files.ts";

/** The versions of Node and of this package, if its manifest can be read; empty in a web page. */
export async function versions(): Promise<Record<string, string>> {
  if (!isNode) return {};
  // The path of the manifest is in a variable, so that bundlers do not include the manifest.
  const manifest = "../../package.json";
  const text = await readFile(new URL(manifest, import.meta.url), "utf8").catch(() => "{}");
  const { name, version } = JSON.parse(text) as { name?: string; version?: string };
  return { ...(name === "@tierwise/ranker" && version !== undefined && { [name]: version }), node: process.version };
}
