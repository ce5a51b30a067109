import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { runHostileCampaign } from "./run-hostile-campaign.ts";

const folder = temporaryFolder();

test("memory does not grow during 10 minutes of valid and hostile requests", async () => {
  const { good, refused, megabytes } = await runHostileCampaign(
    folder,
    Number(process.env["TIERWISE_SERVE_SECONDS"] ?? 600),
  );
  const third = Math.floor(megabytes.length / 3);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, last] = [mean(megabytes.slice(third, 2 * third)), mean(megabytes.slice(2 * third))];
  process.stdout.write(
    `${good} good answers; refused: ${JSON.stringify(refused)}; ${middle.toFixed(0)} MB, then ${last.toFixed(0)} MB\n`,
  );
  // A leak of 100 bytes per request would exceed this after 10 minutes.
  expect(last).toBeLessThan(1.1 * middle + 10);
});
