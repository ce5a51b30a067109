import { join } from "node:path";
/** The path of the built command. */
export const binary = join(import.meta.dirname, "../bin/tierwise.js");
