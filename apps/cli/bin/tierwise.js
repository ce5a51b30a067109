#!/usr/bin/env node
import module from "node:module";

// Keeps compiled code in the directory of temporary files, so that later runs start faster. Node 20 has no such cache.
module.enableCompileCache?.();
await import("../dist/main.js");
