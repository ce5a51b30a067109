// Writes the compiled passes as a string into a source file, so that the package can load them synchronously in Node, in browsers
// and through bundlers.
import { readFileSync, writeFileSync } from "node:fs";

const bytes = readFileSync(new URL("../dist/passes.wasm", import.meta.url));
const text = `/** The WebAssembly compiled from \`assembly\`, in base64. Written by the build. */
export const compiledPasses =
  "${bytes.toString("base64")}";
`;
writeFileSync(new URL("../src/rules/adaptive/compiled-passes.ts", import.meta.url), text);
