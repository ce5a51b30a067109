// Differences between Windows and other systems that affect the packages:
// - A file cannot be replaced while another process, often a virus scanner, has it open: see retryWhileInUse.
// - Directories cannot be flushed and need not be, so errors from flushing them are harmless.
// - Other processes cannot send SIGTERM; Ctrl-C arrives as SIGINT, as on other systems.
// Paths are built with node:path and fileURLToPath, readers accept CRLF, and all files are written with LF.

const inUse = new Set(["EACCES", "EBUSY", "EPERM"]);

/**
 * Runs an operation that replaces a file. On Windows, while the file is in use, retries it with growing delays for about two seconds.
 *
 * @param operation - Replaces the file. If all attempts fail, the error of the last one is thrown.
 * @param platform - The operating system. Default: the system of this process.
 */
export async function retryWhileInUse<Result>(
  operation: () => Promise<Result>,
  platform: string | undefined = globalThis.process?.platform,
): Promise<Result> {
  for (let delay = 10; ; delay *= 2) {
    try {
      return await operation();
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (platform !== "win32" || !inUse.has(code) || delay > 1000) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
