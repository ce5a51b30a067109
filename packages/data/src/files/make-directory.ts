// node:fs is loaded at run time, because browser bundlers fail on importing it, and packages that can write files should run in browsers.
const builtin = typeof process === "object" ? process.getBuiltinModule : undefined;
const { mkdir, stat } = (builtin?.("node:fs/promises") ?? {}) as typeof import("node:fs/promises");
const { dirname } = (builtin?.("node:path") ?? {}) as typeof import("node:path");

/**
 * Creates a directory and its missing parents, and returns the created directories, outermost first. Directories are created one by one,
 * because `mkdir` with `recursive` never returns on file systems that do not accept new directories, such as `/proc`.
 */
export async function makeDirectory(directory: string): Promise<string[]> {
  const missing: string[] = [];
  for (let place = directory; !(await isDirectory(place)); place = dirname(place)) {
    missing.unshift(place);
    if (dirname(place) === place) break;
  }
  const created: string[] = [];
  for (const place of missing) {
    try {
      await mkdir(place);
      created.push(place);
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        throw new Error(`${directory} cannot be created: ${dirname(place)} does not accept new directories`, {
          cause: error,
        });
      }
      // EEXIST is harmless if another process has just created the directory, but not if the path is a broken symbolic link.
      if (codeOf(error) !== "EEXIST" || !(await isDirectory(place))) throw error;
    }
  }
  return created;
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
  if (!found.isDirectory()) throw new Error(`${place} is not a directory; expected a directory or an unused path`);
  return true;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
