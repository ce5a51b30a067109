import { reportStyle } from "@tierwise/cli/ranking";
import { defineConfig, type Plugin } from "vite";
import { isolationHeaders } from "./tools/isolation-headers.ts";

/** Puts the style of the HTML reports into the page, so that both look the same. */
function sharedStyle(): Plugin {
  return {
    name: "tierwise-shared-style",
    transformIndexHtml: () => [{ tag: "style", children: reportStyle, injectTo: "head-prepend" }],
  };
}

export default defineConfig({
  base: "./",
  plugins: [sharedStyle()],
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  worker: { format: "es" },
  build: { target: "es2023", modulePreload: { polyfill: false } },
});
