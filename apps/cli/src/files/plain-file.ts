import { stat } from "node:fs/promises";

/** Throws where a path is there and no plain file: a device or a pipe must not be replaced by a file of its name. */
export async function checkReplaceable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile())
    throw new Error(`${path} is not a plain file; expected one, or none`);
}
