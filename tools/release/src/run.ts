import { spawn, spawnSync } from "node:child_process";

/** Thrown when a command fails during the rehearsal. The message includes the output of the command. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command to completion and returns its standard output. Throws a {@link CommandError} if it fails. */
export function run({ cwd, env }: RunOptions, command: string, ...args: readonly string[]): string {
  const shell = process.platform === "win32";
  const options = { cwd, env, encoding: "utf8", shell, maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  throw new CommandError(`${command} ${args.join(" ")}\n${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`);
}

/** Starts a server and waits until it prints `ready`. Returns a function that stops it. */
export function startServer(
  { cwd, env }: RunOptions,
  ready: string,
  command: string,
  ...args: readonly string[]
): Promise<() => void> {
  const server = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes(ready)) resolve(() => server.kill());
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("error", reject);
    server.on("exit", (code) => reject(new CommandError(`${command} exited with code ${code}\n${output}`)));
  });
}
