import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { runHostileCampaign } from "./run-hostile-campaign.ts";

const folder = temporaryFolder();

test("during 20 seconds of hostile requests, valid requests get exactly the results of the library", async () => {
  const { good, refused } = await runHostileCampaign(folder, 20);
  expect(good).toBeGreaterThan(100);
  for (const status of [400, 401, 404, 413, 415]) expect(refused[status]).toBeGreaterThan(0);
});
