// `node tools/check/walk.ts train train.txt --model m`, after a build, counts the source files of this repository in which the command runs
// at least one named function. V8 measures coverage in all threads and child processes. With `--list` before the command, it also prints
// the files. The command runs from its modules, not from the bundle.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The fields of a coverage file that this script reads. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

const root = join(import.meta.dirname, "..", "..");
const list = process.argv[2] === "--list";
const command = process.argv.slice(list ? 3 : 2);
const folder = mkdtempSync(join(tmpdir(), "tierwise-walk-"));
try {
  const { status } = spawnSync(process.execPath, [join(root, "apps", "cli", "dist", "main.js"), ...command], {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: ["inherit", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`tierwise ${command.join(" ")} exited with status ${status}`);
  const files = [...visited(folder)].sort();
  if (list) console.log(files.join("\n"));
  console.log(`${files.length} files`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns the built files of this repository, outside node_modules, in which a named function ran. */
function visited(coverage: string): Set<string> {
  const files = new Set<string>();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const path = fileURLToPath(url);
      if (!path.startsWith(root) || path.includes("node_modules")) continue;
      const ran = functions.some(({ functionName, ranges }) => functionName !== "" && ranges[0].count > 0);
      if (ran) files.add(path.slice(root.length + 1));
    }
  }
  return files;
}
