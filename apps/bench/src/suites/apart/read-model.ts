// `node read-model.js DIRECTORY` reads the files of a model and computes their checksums, which every command that loads the model must do.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const directory = process.argv[2];
for (const name of readdirSync(directory)) {
  createHash("sha256")
    .update(readFileSync(join(directory, name)))
    .digest();
}
