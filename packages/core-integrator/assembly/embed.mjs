// Writes the two builds as strings into a source file, so that the package can load them synchronously in Node, in browsers and through
// bundlers.
import { readFileSync, writeFileSync } from "node:fs";

// Hexadecimal digits are longer than base64 but shorter after compression.
function digits(name) {
  return readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)).toString("hex");
}

const text = `// The WebAssembly compiled from \`assembly\`, in hexadecimal. Written by the build.

/** The walk, for engines with relaxed SIMD. */
export const compiledWalk: string =
  "${digits("relaxed-simd")}";

/** The passes, for engines with SIMD. */
export const compiledPasses: string =
  "${digits("simd")}";
`;
writeFileSync(new URL("../src/rules/adaptive/compiled-passes.ts", import.meta.url), text);
