import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reportStyle } from "@tierwise/cli/ranking";
import { defineConfig, type Plugin } from "vite";
import { isolationHeaders } from "./tools/isolation-headers.ts";

const publicFolder = join(import.meta.dirname, "public");

/** Adds the style sheet of the HTML reports to the page, so that both look the same. */
function sharedStyle(): Plugin {
  return {
    name: "tierwise-shared-style",
    transformIndexHtml: () => [{ tag: "style", children: reportStyle, injectTo: "head-prepend" }],
  };
}

/**
 * Bundles the engine that trains with tfjs as a chunk that loads when it is needed. Without this plugin, bundles contain a module that
 * throws instead.
 */
function tfjsEngine(): Plugin {
  return {
    name: "tierwise-tfjs-engine",
    enforce: "pre",
    resolveId: (source, importer) =>
      source.endsWith("/tfjs-engine.js") && importer !== undefined ? join(dirname(importer), source) : undefined,
  };
}

/** Writes the list of the site's files, and a version that changes if any of them changes, into the service worker. */
function offlineFiles(): Plugin {
  return {
    name: "tierwise-offline-files",
    apply: "build",
    generateBundle(_, bundle) {
      const worker = bundle["service-worker.js"];
      if (worker?.type !== "chunk") this.error("the bundle has no service-worker.js");
      const kept = readdirSync(publicFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const built = Object.keys(bundle).filter((name) => name !== "service-worker.js" && name !== "index.html");
      const hash = createHash("sha256").update(worker.code).update(JSON.stringify(built));
      hash.update(reportStyle).update(readFileSync(join(import.meta.dirname, "index.html")));
      for (const path of kept) hash.update(readFileSync(path));
      const files = [...built, ...kept.map((path) => path.slice(publicFolder.length + 1).replaceAll("\\", "/"))];
      const site = JSON.stringify({ version: hash.digest("hex").slice(0, 12), files: files.sort() });
      worker.code = worker.code.replace(/(["'`])__SITE__\1/, () => JSON.stringify(site));
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [sharedStyle(), offlineFiles()],
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  worker: { format: "es", plugins: () => [tfjsEngine()] },
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", "service-worker": "src/offline/service-worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
