// node --expose-gc dist/peers/tfjs-backend-run.js BACKEND FILE [--quick] [--wide]: measures one tfjs backend and writes its report to FILE.
// The suite `tfjs` runs this script in a separate process.
import { writeFileSync } from "node:fs";
import { widenProducts } from "@tierwise/kernels";
import { type BackendName, resolveBackend } from "@tierwise/losses/tfjs";
import type { Claim, Report } from "../timing/suite.ts";
import { lossClaims } from "./tfjs-losses.ts";
import { stepClaim } from "./tfjs-step.ts";

const [backend, file, ...flags] = process.argv.slice(2);
const quick = flags.includes("--quick");
if (flags.includes("--wide")) widenProducts();
writeFileSync(file, JSON.stringify(await measure(backend as BackendName)));

async function measure(name: BackendName): Promise<Report> {
  const leftOut = `Skipped: the tfjs backend ${name}.`;
  const { name: found, tried, sentence, graphicsCard } = await resolveBackend(name);
  if (found === undefined) return { claims: [], skipped: [`${leftOut} ${tried[0].message}`] };
  // If the backend fails, earlier measurements are kept.
  const claims: Claim[] = [];
  const skipped: string[] = [];
  const where = graphicsCard ? `${name} on a graphics card` : name;
  for (const part of [stepClaim, lossClaims]) {
    try {
      claims.push(...(await part(name, where, quick)));
    } catch (error) {
      const [reason] = String((error as Error | undefined)?.message ?? error).split("\n");
      skipped.push(`${leftOut} It failed while running: ${reason.replace(/\.?$/, ".")}`);
    }
  }
  return { claims, skipped, details: { sentence } };
}
