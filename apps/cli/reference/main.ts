// `pnpm --filter @tierwise/cli reference` writes docs/cli.md.
import { writeFileSync } from "node:fs";
import { commandReference } from "./command-reference.ts";

writeFileSync(new URL("../../../docs/cli.md", import.meta.url), await commandReference());
