// Runs the commands of the guide "From a laptop to a cluster" against a real Redis.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { redisMissing, startRedis } from "@tierwise/testing";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { binary } from "./binary.ts";
import { temporaryFolder } from "./run-tierwise.ts";

const guide = readFileSync(new URL("../../../docs/cluster.md", import.meta.url), "utf8");
const commands = Array.from(guide.matchAll(/```sh\n([\s\S]*?)```/g), ([, block]) => block).join("");
const missing = redisMissing("the guide to clusters");

test.skipIf(missing !== undefined)(
  `the commands of the guide work in a shell (${missing ?? "with Redis"})`,
  async () => {
    const home = temporaryFolder();
    const folder = join(home, "empty");
    for (const name of ["bin", "empty", "tmp"]) mkdirSync(join(home, name));
    symlinkSync(binary, join(home, "bin", "tierwise"));
    const redis = await startRedis();
    try {
      const PATH = [join(home, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
      const shell = spawn("/bin/sh", ["-e"], {
        cwd: folder,
        env: { ...process.env, PATH, TMPDIR: join(home, "tmp"), NO_COLOR: "1" },
        stdio: ["pipe", "pipe", "inherit"],
      });
      let output = "";
      shell.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
      const ended = new Promise<number | null>((resolve) => shell.once("exit", resolve));
      // The worker ends when the shell that started it ends.
      shell.stdin.end(`trap 'kill $!' EXIT\n${commands.replaceAll("localhost:6379", `127.0.0.1:${redis.port}`)}`);
      expect(await ended).toBe(0);
      expect(output).toMatch(/4\/4 .*tierwise compare train\.txt/);
      expect(readFileSync(join(folder, "queued.md"), "utf8")).toContain("PL-P");
    } finally {
      await redis.stop();
    }
  },
);

test("the services in the compose file use the options that the guide describes", () => {
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
  const { services } = parse(text) as { services: Record<string, { command: string }> };
  expect(services["redis"].command).toContain("--appendonly yes");
  expect(services["worker"].command).toContain("tierwise worker --queue redis://redis:6379");
});
