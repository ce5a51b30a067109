import { dirname, join } from "node:path";
import { inline } from "@tierwise/jobs";
import { describeWithRealData } from "@tierwise/testing";
import { expect, test } from "vitest";
import { askStudy } from "../../src/leaderboard/ask-study.ts";
import { onlineStudy } from "../../src/leaderboard/online-study.ts";
import { rankCoverageStudy } from "../../src/leaderboard/rank-coverage-study.ts";
import { runStudy } from "../../src/run-study.ts";
import { mean } from "../../src/statistics/mean-and-error.ts";

const here = { executor: inline() };

test("questions chosen by `nextQuestions` halve the mean interval with fewer votes than random pairs", async () => {
  const settings = { itemCount: 20, spreads: [2], sizes: [2, 4], startVotes: 4, newItems: [5], seeds: [1, 2, 3] };
  const { summary } = await runStudy(askStudy, { cells: askStudy.cells(settings), ...here });
  const shares = summary.map(({ size, strategy, ratios }) => [`${strategy} ${size}`, mean(ratios)] as const);
  const { "random 2": pairs, "ask 2": chosenPairs, "random 4": sets, "ask 4": chosenSets } = Object.fromEntries(shares);
  expect(pairs).toBe(1);
  expect(chosenPairs).toBeLessThan(0.7);
  expect(chosenSets).toBeLessThan(0.25);
  expect(chosenSets).toBeLessThan(sets);
  expect(askStudy.table(summary).split("\n")).toHaveLength(5);
});

test("among equal items, rank intervals cover the true ranks, but percentiles of drawn ranks do not", async () => {
  const settings = { itemCounts: [6], gaps: [0], battles: [40], level: 0.9, simulations: 60, seed: 1 };
  const cells = rankCoverageStudy.cells(settings);
  const { results } = await runStudy(rankCoverageStudy, { cells, ...here });
  const [{ perItem, perTable, percentiles, redrawn }] = results;
  expect(redrawn).toBe(0);
  // With 60 simulations of six items, these bounds are about two standard errors below the level.
  expect(perItem.coverage).toBeGreaterThan(0.84);
  expect(perTable.wholeTable).toBeGreaterThan(0.82);
  expect(percentiles.coverage).toBeLessThan(0.5);
  expect(perTable.ranks).toBeGreaterThanOrEqual(perItem.ranks);
  expect(rankCoverageStudy.table(results)).toContain("whole table");
});

describeWithRealData("preflib", "votes of Debian 2002", (folder) => {
  test("replayed ratings are within 0.001 of the full fit after three passes", async () => {
    const names = [join("preflib", "00002-debian", "00002-00000002.toc")];
    const cells = onlineStudy.cells({ root: dirname(folder), names, passes: [1, 3], seeds: [1] });
    const { summary } = await runStudy(onlineStudy, { cells, ...here });
    expect(summary.map(({ passes }) => passes)).toEqual([1, 3]);
    expect(summary[0].largest).toBeLessThan(0.1);
    expect(summary[1].largest).toBeLessThan(0.001);
    expect(summary[1].correlation).toBe(1);
  });
});
