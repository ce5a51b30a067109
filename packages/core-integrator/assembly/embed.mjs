// Writes the two builds as strings into a source file, so that the package can load them synchronously in Node, in browsers and through
// bundlers.
import { readFileSync, writeFileSync } from "node:fs";

function base64(name) {
  return readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)).toString("base64");
}

const text = `// The WebAssembly compiled from \`assembly\`, in base64. Written by the build.

/** The walk and the passes, for engines with relaxed SIMD. */
export const compiledWalk =
  "${base64("relaxed-simd")}";

/** The passes, for engines with SIMD. */
export const compiledPasses =
  "${base64("simd")}";
`;
writeFileSync(new URL("../src/rules/adaptive/compiled-passes.ts", import.meta.url), text);
