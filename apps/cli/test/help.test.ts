import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { lossNames } from "@tierwise/losses";
import { createRanker, type Preset, presets } from "@tierwise/ranker";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { commandNames, createProgram } from "../src/program.ts";
import { binary } from "./binary.ts";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const commands = commandNames();
const leaves = await Promise.all(commands.map(commandOf));

/** The command that the given words call. */
async function commandOf(words: readonly string[]): Promise<Command> {
  let command = await createProgram(words);
  for (const word of words) command = command.commands.find((below) => below.name() === word) ?? command;
  return command;
}

test.each(leaves.map((command, i) => [commands[i].join(" "), command] as const))(
  "%s --help has examples, and fits into 80 columns",
  (name, command) => {
    let help = "";
    command
      .configureOutput({
        writeOut: (text) => {
          help += text;
        },
        getOutHelpWidth: () => 80,
      })
      .outputHelp();
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(help).not.toMatch(/default:\n/);
    expect(help).toContain(`Usage: tierwise ${name} `);
    expect(help).toMatch(new RegExp(`Examples:\\n(?: {2}# .*\\n)? {2}\\$ .*tierwise ${name}`));
    expect(help).toContain("--json");
  },
);

test("the list of commands shows the same arguments as the help of each command", async () => {
  const groups = [await createProgram([]), await commandOf(["data"])];
  for (const [i, words] of commands.entries()) {
    const listed = groups[words.length - 1].commands.find((command) => command.name() === words.at(-1));
    expect([words, listed?.usage()]).toEqual([words, leaves[i].usage()]);
    expect([words, listed?.description()]).toEqual([words, leaves[i].description()]);
  }
});

test("`--help` works for a subcommand", async () => {
  const { code, stdout, stderr } = await tierwise(["data", "split", "--help"]);
  expect([code, stderr, stdout]).toEqual([0, "", expect.stringContaining("Usage: tierwise data split ")]);
});

test.each([
  [["data", "inspect"], "Usage: tierwise data inspect "],
  [["data"], "Usage: tierwise data "],
  [["fit"], "Usage: tierwise fit "],
  [[], "Usage: tierwise "],
] as const)("`help` with the words %j prints the same as `--help`", async (words, usage) => {
  const wanted = await tierwise([...words, "--help"]);
  expect([wanted.code, wanted.stdout]).toEqual([0, expect.stringContaining(usage)]);
  expect(await tierwise(["help", ...words])).toEqual(wanted);
  if (words.length === 2) expect(await tierwise([words[0], "help", words[1]])).toEqual(wanted);
});

/** The modules of the bundle that a command loads, by file name, in order. */
async function loadedBy(...args: string[]): Promise<string[]> {
  const folder = temporaryFolder();
  const hook = `export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    if (found.url.startsWith("file:") && found.url !== ${JSON.stringify(pathToFileURL(binary).href)}) process._rawDebug("LOADS", found.url);
    return found;
  }`;
  const spy = join(folder, "spy.mjs");
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  writeFileSync(spy, `import { register } from "node:module"; register(${JSON.stringify(url)});`);
  const { code, stderr } = await tierwise(args, { env: { NODE_OPTIONS: `--import ${pathToFileURL(spy).href}` } });
  expect([args, code]).toEqual([args, 0]);
  const urls = [...stderr.matchAll(/^LOADS (.*)$/gm)]
    .map(([, found]) => found)
    .filter((found) => !found.endsWith("/spy.mjs"));
  for (const found of urls) expect(found).toContain("/apps/cli/dist/command/");
  return [...new Set(urls.map((found) => basename(found)))];
}

/** The modules of our packages in a file of the bundle. */
function bundled(file: string): string[] {
  const code = readFileSync(join(dirname(binary), "../dist/command", file), "utf8");
  return [...code.matchAll(/^\/\/ .*\/packages\/(.*)$/gm)].map(([, module]) => module);
}

test("`--help` loads neither a command nor a package", async () => {
  const { code, stdout, stderr } = await tierwise(["--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  for (const words of commands) expect(stdout).toContain(`  ${words[0]} `);
  for (const args of [["--help"], ["data", "--help"]]) {
    expect(await loadedBy(...args)).toEqual(["main.js", "rolldown-runtime.js"]);
  }
  expect(bundled("main.js")).toEqual(["data/dist/reading/printable-text.js"]);
});

test("`tierwise` loads only the command that is called", async () => {
  const names = new Set(commands.map((words) => `${words.at(-1)}.js`));
  // The file of `predict` also contains what it shares with other commands.
  const loaded = async (...args: string[]) =>
    (await loadedBy(...args)).filter((file) => names.has(file) && file !== "predict.js");
  expect(await loaded("fit", "--help")).toEqual(["fit.js"]);
  expect(await loaded("help", "data", "split")).toEqual(["split.js"]);
});

test("a prediction loads few files, and not what only training needs", async () => {
  const folder = temporaryFolder();
  const model = join(folder, "model");
  await createRanker({ features: 4, hidden: 8, items: 3 }).save(model);
  writeFileSync(join(folder, "row.txt"), "1 4 3\n0 1:1 3:0.5\n");
  const files = await loadedBy("predict", model, join(folder, "row.txt"));
  expect(files).toEqual(expect.arrayContaining(["main.js", "predict.js"]));
  expect(files.length).toBeLessThanOrEqual(6);
  const modules = files.flatMap(bundled);
  expect(modules).toContain("ranker/dist/network/ranker.js");
  expect(
    modules.filter((module) => /^(losses|race|studies|core-integrator)\/|run-training|kernel-engine/.test(module)),
  ).toEqual([]);
});

test("`--version` prints a version", async () => {
  const { code, stdout } = await tierwise(["--version"]);
  expect([code, stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
});

describe("incorrect usage", () => {
  test.each([
    ["a misspelled command", ["trian", "x"], "Did you mean train?"],
    ["a misspelled subcommand", ["data", "descibe"], "Did you mean describe?"],
    ["the help of a misspelled command", ["help", "trian"], "unknown command 'trian'\n(Did you mean train?)"],
    ["the help of a misspelled subcommand", ["help", "data", "inspec"], "Did you mean inspect?"],
    ["a misspelled flag", ["train", "x", "--model", "m", "--epoch", "3"], "Did you mean --epochs?"],
    ["a renamed flag", ["train", "x", "--model", "m", "--rates", "1"], "it is now called --learning-rates"],
    [
      "another renamed flag",
      ["compare", "x", "--batch", "8"],
      "unknown option '--batch'; it is now called --batch-size",
    ],
    [
      "a renamed flag of two words",
      ["compare", "x", "--test-ratio", "0.1"],
      "unknown option '--test-ratio'; it is now called --test",
    ],
    ["a share above 1", ["compare", "x", "--test", "2"], "Expected a number from 0 to 1"],
    ["a missing flag", ["train", "x"], "required option '-m, --model <dir>' not specified"],
    ["a missing argument", ["fit"], "missing required argument 'files'"],
    ["a plot in a file of another kind", ["fit", "x", "--plot", "a.b.png"], "written as SVG; name the file a.b.svg."],
    ["too many arguments", ["break", "a", "b"], "too many arguments"],
    ["an unknown loss", ["train", "x", "--model", "m", "--loss", "pl"], "Expected one of pl-partition"],
    ["an invalid number", ["train", "x", "--model", "m", "--epochs", "many"], "Expected a positive integer"],
    ["contradictory flags", ["train", "x", "--model", "m", "--resume", "--force"], "expected only one of them"],
    ["no command at all", [], "Usage: tierwise"],
    [
      "a flag of an earlier version",
      ["data", "split", "x", "--train", "a", "--test", "b", "--ratio", "0.2"],
      "--validation 0.2",
    ],
  ])("exits with code 2 and suggests a correction for %s", async (_, args, message) => {
    const { code, stdout, stderr } = await tierwise(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

test("`--help` lists every loss in the catalog", () => {
  const train = leaves.find((command) => command.name() === "train");
  const option = train?.options.find(({ long }) => long === "--loss");
  expect(option?.description).toBe(`minimize this loss: ${lossNames.join(", ")}`);
});

test("`--help` gives an example of `--columns` that suits the command", () => {
  const columns = (name: string) =>
    leaves.find((command) => command.name() === name)?.options.find(({ long }) => long === "--columns")?.description;
  expect(columns("fit")).toContain("a=0,b=1,winner=2");
  for (const name of ["train", "evaluate", "predict"]) expect(columns(name)).not.toContain("winner");
});

test("`--help` states the criterion for ratings, documents and two towers", () => {
  const train = leaves.find((command) => command.name() === "train");
  expect(train?.options.find(({ long }) => long === "--criterion")?.description).toContain(
    "(default: ndcg@5; ratings, lists of documents and two towers: ndcg@10)",
  );
});

test("`--help` states that `evaluate` hides ratings as in training", () => {
  const time = (name: string) =>
    leaves.find((command) => command.name() === name)?.options.find(({ long }) => long === "--time")?.description;
  expect(time("evaluate")).toContain("(default: as in training)");
  expect(time("train")).toContain("(default: hide random ratings)");
});

test("`--help` states which defaults `--preset auto` replaces", () => {
  const stated = (name: string) =>
    leaves
      .find((command) => command.name() === name)
      ?.options.filter(({ description }) => description.includes("auto: depends on the data"))
      .map(({ long }) => long);
  expect(stated("train")).toEqual(["--epochs", "--input-dropout", "--hidden-dropout"]);
  expect(stated("sensitivity")).toEqual([]);
});

test("`--help` states the defaults of the presets", () => {
  const options = leaves.find((command) => command.name() === "train")?.options ?? [];
  for (const [name, value] of Object.entries(presets.default)) {
    if (typeof value === "boolean") continue;
    const paper = String(presets.paper[name as keyof Preset]);
    const words = String(value) === paper ? String(value) : `${value}; paper: ${paper}`;
    const option = options.find((one) => one.attributeName() === name);
    expect([name, option?.description]).toEqual([name, expect.stringMatching(new RegExp(`\\(default: ${words}[;)]`))]);
  }
});

const hostNode = process.env["TIERWISE_HOST_NODE"];
test.skipIf(hostNode === undefined || hostNode === process.execPath)(
  "tierwise runs on the Node version that npm test sets in TIERWISE_HOST_NODE (skipped if it is not set)",
  async () => {
    const folder = temporaryFolder();
    const votes = join(folder, "votes.jsonl");
    writeFileSync(votes, '{"tiers": [["a", "b"], ["c"]]}\n{"tiers": [["c"], ["a"]]}\n');
    const { code, stdout } = await tierwise(["fit", votes, "--json"], { node: hostNode ?? "" });
    expect([code, JSON.parse(stdout).items.length]).toEqual([0, 3]);
  },
);
