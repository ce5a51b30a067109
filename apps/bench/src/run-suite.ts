// node dist/run-suite.js NAME FILE [--quick]: runs one suite and writes its report to FILE. Called by main.
import { writeFileSync } from "node:fs";
import { suites } from "./suites.ts";

const [name, file, flag] = process.argv.slice(2);
const suite = suites.find((one) => one.name === name);
if (suite === undefined) throw new Error(`unknown suite ${name}`);
writeFileSync(file, JSON.stringify(await suite.run({ quick: flag === "--quick" })));
