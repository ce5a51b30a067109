import { stat } from "node:fs/promises";

/** Throws if a path exists and is not a regular file, because a device or a pipe must not be replaced. */
export async function checkReplaceable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile())
    throw new Error(`${path} is not a regular file; expected a regular file, or a path that does not exist`);
}
