import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { run, startServer } from "./run.ts";

/** A registry on the loopback interface that contains only our packages. All other packages come from the user's own registry. */
export interface LocalRegistry {
  readonly url: string;
  /** The folder that contains the published tarballs, as `NAME/NAME-VERSION.tgz`. */
  readonly storage: string;
  /** The environment variables of a user with a different Node and an empty cache, who gets `@tierwise` packages from this registry. */
  readonly env: NodeJS.ProcessEnv;
  stop(): void;
}

// Verdaccio is not a dependency of the workspace, so that `npm test` does not install its 320 packages.
const server = { dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.7.0" } };

/** Installs verdaccio in `scratch` and starts it on a free port. */
export async function startRegistry(scratch: string): Promise<LocalRegistry> {
  const folder = join(scratch, "registry");
  mkdirSync(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const userConfig = run({ cwd: folder, env: process.env }, "npm", "config", "get", "userconfig").trim();
  const npmrc = [
    existsSync(userConfig) ? readFileSync(userConfig, "utf8") : "",
    `@tierwise:registry=${url}`,
    `//127.0.0.1:${port}/:_authToken=rehearsal`,
    "",
  ].join("\n");
  writeFileSync(join(scratch, "npmrc"), npmrc);
  const hostNode = process.env["TIERWISE_HOST_NODE"] ?? process.execPath;
  const env = {
    ...process.env,
    PATH: `${dirname(hostNode)}${delimiter}${process.env["PATH"]}`,
    npm_config_cache: join(scratch, "npm-cache"),
    npm_config_userconfig: join(scratch, "npmrc"),
    npm_config_update_notifier: "false",
  };

  const config = {
    storage: join(folder, "storage"),
    // Anyone may publish, because only this machine can reach the server, and its packages are deleted at the end.
    packages: { "@tierwise/*": { access: "$all", publish: "$all" } },
    max_body_size: "100mb",
    log: { type: "stdout", format: "pretty", level: "info" },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...server }));
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  run({ cwd: folder, env }, "npm", "install", "--no-audit", "--no-fund");
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  const options = ["--config", join(folder, "config.json"), "--listen", `127.0.0.1:${port}`];
  const stop = await startServer({ cwd: folder, env }, "http address", process.execPath, program, ...options);
  return { url, storage: config.storage, env, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string")
        reject(new Error("the probe has no TCP address; expected a free port on 127.0.0.1"));
      else probe.close(() => resolve(address.port));
    });
  });
}
