// `pnpm --filter @tierwise/bench figures`: draws the pictures of READMEs and docs into docs/figures. Those that show
// measurements take them from bench-results, where `pnpm turbo bench` left them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { convergenceFigure, integrandFigure } from "./figures/integrand.ts";
import { type RuleTime, ruleGrowthFigure } from "./figures/rule-growth.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const output = join(root, "docs", "figures");
mkdirSync(output, { recursive: true });

function write(name: string, svg: string): void {
  writeFileSync(join(output, `${name}.svg`), svg);
  console.log(`docs/figures/${name}.svg`);
}

/** Draws from a suite's results, or says which command makes them. */
function fromResults<Details>(suite: string, name: string, figure: (details: Details) => string): void {
  const file = join(root, "bench-results", `${suite}.json`);
  if (!existsSync(file)) {
    console.log(
      `docs/figures/${name}.svg is left as it is: run \`pnpm turbo bench\` first, for the results of ${suite}`,
    );
    return;
  }
  write(name, figure((JSON.parse(readFileSync(file, "utf8")) as { details: Details }).details));
}

write("integrand", integrandFigure());
write("convergence", convergenceFigure());
fromResults<{ growth: RuleTime[] }>("integrator-rules", "rule-growth", ({ growth }) => ruleGrowthFigure(growth));
