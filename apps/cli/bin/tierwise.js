#!/usr/bin/env node
import module from "node:module";

// Caches compiled code in a temporary directory, so that later runs start faster. Node 20 has no such cache.
module.enableCompileCache?.();
await import("../dist/command/main.js");
