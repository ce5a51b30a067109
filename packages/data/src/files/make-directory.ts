// Not imported: bundlers for pages stop at an import of "node:fs", and packages that keep files need not be left out of pages.
const builtin = typeof process === "object" ? process.getBuiltinModule : undefined;
const { mkdir, stat } = (builtin?.("node:fs/promises") ?? {}) as typeof import("node:fs/promises");
const { dirname } = (builtin?.("node:path") ?? {}) as typeof import("node:path");

/**
 * Makes a directory and those above it that are missing, and returns the ones that it made, outermost first. It makes them one by one:
 * `mkdir` with `recursive` never returns where a file system takes no directories, such as `/proc`.
 */
export async function makeDirectory(directory: string): Promise<string[]> {
  const missing: string[] = [];
  for (let place = directory; !(await isDirectory(place)); place = dirname(place)) {
    missing.unshift(place);
    if (dirname(place) === place) break;
  }
  const made: string[] = [];
  for (const place of missing) {
    try {
      await mkdir(place);
      made.push(place);
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        throw new Error(`${directory} cannot be made: ${dirname(place)} takes no directories`, { cause: error });
      }
      // Another process may have made it just now; a link that leads nowhere is met here too.
      if (codeOf(error) !== "EEXIST" || !(await isDirectory(place))) throw error;
    }
  }
  return made;
}

async function isDirectory(place: string): Promise<boolean> {
  let found: Awaited<ReturnType<typeof stat>>;
  try {
    found = await stat(place);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    if (codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
  if (!found.isDirectory()) throw new Error(`${place} is not a directory; expected one, or nothing`);
  return true;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
