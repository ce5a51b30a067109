// Each test runs in its own Node process, because backends are resolved from the location of the application.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installStandIn, installTfjsNodeGpu } from "@tierwise/testing";
import { afterAll, describe, expect, test } from "vitest";

const temporary = mkdtempSync(join(tmpdir(), "tierwise-backends-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const ownPackage = join(import.meta.dirname, "..", "..");
const entry = pathToFileURL(join(ownPackage, "dist/tfjs/index.js")).href;
const hostNode = process.env["TIERWISE_HOST_NODE"];
const nodes = [...new Set([process.execPath, hostNode ?? process.execPath])];

/** Prints the report's sentence for a backend selected by name and, if the backend is in use, the results of 1 + 3 and 2 + 4. */
const program = `
  import { createRequire } from "node:module";
  import { resolveBackend } from "${entry}";
  const tf = createRequire("${entry}")("@tensorflow/tfjs-core");
  const { name, sentence, graphicsCard } = await resolveBackend(process.argv[2] ?? "tfjs-node-gpu");
  console.log(sentence);
  if (name !== undefined) console.log(graphicsCard, tf.getBackend(), tf.add([1, 2], [3, 4]).dataSync().join(" "));
  console.log(tf.getKernelsForBackend("tensorflow").length > 0);
`;

function folder(name: string): string {
  const place = join(temporary, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "main.mjs"), program);
  return place;
}

/** Creates a folder that contains a package tfjs-node-gpu with a single module. */
function withModule(name: string, source: string): string {
  const place = folder(name);
  installStandIn(place, "@tensorflow/tfjs-node-gpu", source);
  return place;
}

/** The lines that the program prints when it is run from `cwd`. */
function run(node: string, script: string, cwd: string, ...args: string[]): string[] {
  return execFileSync(node, [script, ...args], { cwd, encoding: "utf8", stdio: "pipe" })
    .trim()
    .split("\n");
}

const [application, cardless, empty] = ["application", "cardless", "empty"].map(folder);
installTfjsNodeGpu(application, { graphicsCard: true });
installTfjsNodeGpu(cardless, { graphicsCard: false });
mkdirSync(join(empty, ".bin"));
symlinkSync(join(application, "main.mjs"), join(empty, ".bin/linked.mjs"));

describe.each(nodes)("%s", (node) => {
  const works = ["tfjs runs on tfjs-node-gpu. It computes on a graphics card.", "true tensorflow 4 6", "true"];
  test.each([
    ["the main script", "application/main.mjs", "empty"],
    ["a link to the main script", "empty/.bin/linked.mjs", "empty"],
    ["the working directory", "empty/main.mjs", "application"],
  ])("finds and loads tfjs-node-gpu through %s", (_, script, cwd) => {
    expect(run(node, join(temporary, script), join(temporary, cwd))).toEqual(works);
  });

  test("reports that the package found no graphics card", () => {
    const [sentence, use] = run(node, join(cardless, "main.mjs"), empty);
    expect(sentence).toMatch(
      /^tfjs runs on tfjs-node-gpu\. It found no graphics card .*, and computes on the processor\.$/,
    );
    expect(use).toBe("false tensorflow 4 6");
  });

  test("reports what to install if the package is missing", () => {
    const [gpu] = run(node, join(empty, "main.mjs"), empty);
    expect(gpu).toBe(
      "tfjs has no backend to run on. @tensorflow/tfjs-node-gpu is not installed: npm install @tensorflow/tfjs-node-gpu.",
    );
  });

  test("finds backends among the dependencies of this package", () => {
    expect(run(node, join(empty, "main.mjs"), empty, "wasm")).toEqual([
      "tfjs runs on wasm.",
      "false wasm 4 6",
      "false",
    ]);
  });

  const doesNotLoad = "tfjs has no backend to run on. @tensorflow/tfjs-node-gpu is installed but does not load:";
  test.each([
    ["throws an error", `throw new Error("no CUDA today\\nand more");`, `${doesNotLoad} no CUDA today.`],
    ["throws undefined", "throw undefined;", `${doesNotLoad} undefined.`],
    ["lacks a dependency", `require("left-out");`, `${doesNotLoad} Cannot find module 'left-out'.`],
    [
      "registers no backend",
      "",
      `${doesNotLoad} it registers with a copy of @tensorflow/tfjs-core that differs from the one that @tierwise/losses uses.`,
    ],
  ])("reports a package that %s", (what, source, sentence) => {
    const place = withModule(what, source);
    expect(run(node, join(place, "main.mjs"), empty)).toEqual([sentence, "false"]);
  });

  test("reports a package with a different version of tfjs-core and does not load it", () => {
    const place = withModule("old-core", `console.log("loaded");`);
    const inside = join(place, "node_modules/@tensorflow/tfjs-node-gpu/node_modules/@tensorflow/tfjs-core");
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, "package.json"), `{ "name": "@tensorflow/tfjs-core", "version": "4.1.0" }`);
    expect(run(node, join(place, "main.mjs"), empty)).toEqual([
      `${doesNotLoad} it uses @tensorflow/tfjs-core 4.1.0, but @tierwise/losses uses 4.22.0; install the same version of both.`,
      "false",
    ]);
  });

  test("removes the kernels of a package that failed to load", () => {
    const core = JSON.stringify(join(ownPackage, "node_modules/@tensorflow/tfjs-core"));
    const half = `
      const { registerKernel } = require(${core});
      registerKernel({ kernelName: "Add", backendName: "tensorflow", kernelFunc: () => {} });
      throw new Error("no binding");`;
    const place = withModule("half", half);
    expect(run(node, join(place, "main.mjs"), empty)).toEqual([`${doesNotLoad} no binding.`, "false"]);
  });

  test("uses a package in the working directory if the one next to the script fails", () => {
    const place = withModule("broken", `throw new Error("no binding");`);
    expect(run(node, join(place, "main.mjs"), application)).toEqual(works);
  });
});
