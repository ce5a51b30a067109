/** The address of a module of this folder, for threads to import: compiled, or the source where that is what runs. */
export function siblingModule(name: string): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./${name}.${extension}`, import.meta.url);
}
