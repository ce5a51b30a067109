// node dist/suites/run-suite.js NAME FILE [--quick] [--wide]: runs one suite and writes its report to FILE; called by main.ts.
import { writeFileSync } from "node:fs";
import { widenProducts } from "@tierwise/kernels";
import { suites } from "./all-suites.ts";

const [name, file, ...flags] = process.argv.slice(2);
const suite = suites.find((one) => one.name === name);
if (suite === undefined) throw new Error(`unknown suite ${name}`);
if (flags.includes("--wide")) {
  const { wide, reason } = widenProducts();
  if (!wide) throw new Error(reason);
}
writeFileSync(file, JSON.stringify(await suite.run({ quick: flags.includes("--quick") })));
