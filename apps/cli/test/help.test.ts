import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lossNames } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import { createProgram } from "../src/program.ts";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const leaves = createProgram().commands.flatMap((command) =>
  command.commands.length === 0 ? [command] : command.commands,
);
const commands = leaves.map((command) => (command.parent?.parent ? ["data", command.name()] : [command.name()]));

test.each(leaves.map((command, i) => [commands[i].join(" "), command] as const))(
  "%s --help has examples",
  (name, command) => {
    let help = "";
    command
      .configureOutput({
        writeOut: (text) => {
          help += text;
        },
      })
      .outputHelp();
    expect(help).toContain(`Usage: tierwise ${name} `);
    expect(help).toMatch(new RegExp(`Examples:\\n {2}\\$ .*tierwise ${name}`));
    expect(help).toContain("--json");
  },
);

test("--help of a command below another", async () => {
  const { code, stdout, stderr } = await tierwise(["data", "split", "--help"]);
  expect([code, stderr, stdout]).toEqual([0, "", expect.stringContaining("Usage: tierwise data split ")]);
});

test("--help lists every command and loads nothing heavy", async () => {
  const folder = temporaryFolder();
  const spy = join(folder, "spy.mjs");
  const heavy =
    "(packages|@tierwise)/[a-z-]+/dist/(?!(reading/)?visible-text|catalog|methods/method-names)|@observablehq|linkedom";
  // The hook sees every module that is resolved.
  const hook = `export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    if (new RegExp(${JSON.stringify(heavy)}).test(found.url)) process._rawDebug("HEAVY", found.url);
    return found;
  }`;
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  writeFileSync(spy, `import { register } from "node:module"; register(${JSON.stringify(url)});`);
  writeFileSync(join(folder, "votes.jsonl"), '{"tiers": [["a"], ["b"]]}\n');
  const env = { NODE_OPTIONS: `--import ${spy}` };
  const { code, stdout, stderr } = await tierwise(["--help"], { env });
  expect([code, stderr]).toEqual([0, ""]);
  for (const words of commands) expect(stdout).toContain(`  ${words[0]} `);
  const working = await tierwise(["likelihood", join(folder, "votes.jsonl")], { env });
  expect(working.stderr).toContain("HEAVY");
});

test("--version prints a version", async () => {
  const { code, stdout } = await tierwise(["--version"]);
  expect([code, stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
});

describe("what is mistyped exits with 2 and is answered with what was probably meant:", () => {
  test.each([
    ["a command", ["trian", "x"], "Did you mean train?"],
    ["a command below another", ["data", "descibe"], "Did you mean describe?"],
    ["a flag", ["train", "x", "--model", "m", "--hiden", "3"], "Did you mean --hidden?"],
    ["a missing flag", ["train", "x"], "required option '-m, --model <dir>' not specified"],
    ["a missing argument", ["fit"], "missing required argument 'file'"],
    ["too many arguments", ["fit", "a", "b"], "too many arguments"],
    ["a loss", ["train", "x", "--model", "m", "--loss", "pl"], "Expected one of pl-partition"],
    ["a number", ["train", "x", "--model", "m", "--epochs", "many"], "Expected an integer of at least 1"],
    ["flags that contradict", ["train", "x", "--model", "m", "--resume", "--force"], "expected one of them"],
    ["no command at all", [], "Usage: tierwise"],
  ])("%s", async (_, args, message) => {
    const { code, stdout, stderr } = await tierwise(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

test("the losses of --help are those of the losses' catalog", () => {
  const train = leaves.find((command) => command.name() === "train");
  const option = train?.options.find(({ long }) => long === "--loss");
  expect(option?.description).toBe(lossNames.join(", "));
});

const hostNode = process.env["TIERWISE_HOST_NODE"];
test.skipIf(hostNode === undefined || hostNode === process.execPath)(
  "runs on the Node of the host (skipped where TIERWISE_HOST_NODE names none, as outside of npm test)",
  async () => {
    const folder = temporaryFolder();
    const votes = join(folder, "votes.jsonl");
    writeFileSync(votes, '{"tiers": [["a", "b"], ["c"]]}\n{"tiers": [["c"], ["a"]]}\n');
    const { code, stdout } = await tierwise(["fit", votes, "--json"], { node: hostNode ?? "" });
    expect([code, JSON.parse(stdout).items.length]).toEqual([0, 3]);
  },
);
