// `node tools/with-workspace.mjs SCRIPT`: runs one of the root scripts on a machine that has only Node and npm.
// Starts the pnpm version pinned in package.json through npx, installs the frozen lockfile, then runs the script.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
// npx does not accept the digest of the tarball after the version.
const [pinned] = packageManager.split("+");
const [script, ...args] = process.argv.slice(2);

const env = {
  ...process.env,
  // Packages must also run on the user's Node, but in npm scripts the pinned Node, if installed, comes first in the PATH. npm itself runs
  // on the user's Node. Set TIERWISE_HOST_NODE to check the packages on a different Node.
  TIERWISE_HOST_NODE: process.env.TIERWISE_HOST_NODE ?? process.env.npm_node_execpath ?? process.execPath,
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};

/** Runs pnpm with `pnpmArgs`. If pnpm fails, exits with the exit code of pnpm. */
function pnpm(stdio, ...pnpmArgs) {
  const options = { cwd: root, env, stdio, shell: process.platform === "win32" };
  const { status, error, stdout, stderr } = spawnSync("npx", ["--yes", pinned, ...pnpmArgs], options);
  if (error) console.error(`could not start npx, which comes with npm: ${error.message}`);
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  process.exit(status ?? 1);
}

// Output is shown only on failure, because skipping an optional package whose binary cannot be downloaded prints a stack trace.
console.log(`installing the workspace with ${pinned}`);
pnpm("pipe", "install", "--frozen-lockfile", "--reporter=append-only");
pnpm("inherit", "run", "--silent", script, ...args);
