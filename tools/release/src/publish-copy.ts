import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalRegistry } from "./local-registry.ts";
import { type PublishedPackage, publishedPackages, root } from "./published-packages.ts";
import { CommandError, run } from "./run.ts";

/** The version that the pending changesets must produce. */
const expectedVersion = "0.1.0";

/**
 * Copies the tree with its uncommitted changes to `scratch`, increments the version as the release workflow does, and publishes all
 * packages to `registry`. Returns the published packages.
 */
export function publishCopy(scratch: string, registry: LocalRegistry): PublishedPackage[] {
  const copy = join(scratch, "copy");
  const here = { cwd: root, env: process.env };
  const there = { cwd: copy, env: { ...process.env, ...publisher(registry) } };
  run(here, "git", "clone", "--quiet", root, copy);
  const changes = run(here, "git", "diff", "HEAD", "--binary");
  if (changes !== "") {
    writeFileSync(join(scratch, "changes.patch"), changes);
    run(there, "git", "apply", join(scratch, "changes.patch"));
  }
  run(there, "pnpm", "install", "--frozen-lockfile", "--prefer-offline");
  run(there, "pnpm", "run", "version");
  const packages = publishedPackages(copy);
  const wrong = packages.filter(({ version }) => version !== expectedVersion);
  if (wrong.length > 0) {
    const names = wrong.map(({ name, version }) => `${name} ${version}`).join(", ");
    throw new CommandError(`pnpm run version: expected ${expectedVersion} for all packages, got ${names}`);
  }
  run(there, "pnpm", "run", "release");
  return packages;
}

/** The settings that make pnpm and changesets publish to the local registry. */
function publisher({ url, env }: LocalRegistry): NodeJS.ProcessEnv {
  return {
    npm_config_userconfig: env["npm_config_userconfig"],
    npm_config_registry: url,
    pnpm_config_registry: url,
  };
}
