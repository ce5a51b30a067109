import {
  askStudy,
  coverageStudy,
  fullAskSettings,
  fullCoverage,
  fullOnlineSettings,
  fullRankBreaking,
  fullRankCoverage,
  onlineStudy,
  quickRankBreaking,
  rankBreakingStudy,
  rankCoverageStudy,
  realFitsStudy,
} from "@tierwise/studies";
import { run, show } from "./run-and-show.ts";
import { seedsOf, values } from "./study-flags.ts";

export async function rankBreaking(): Promise<void> {
  const cells = rankBreakingStudy.cells(values.quick ? quickRankBreaking : fullRankBreaking);
  const { summary } = await run(rankBreakingStudy, cells, { file: `rank-breaking${values.quick ? "-quick" : ""}` });
  console.log(rankBreakingStudy.table(summary));
}

export async function ask(): Promise<void> {
  const settings = { ...fullAskSettings, ...(values.quick && { itemCount: 10, newItems: [0, 3] }), seeds: seedsOf(5) };
  const { summary } = await run(askStudy, askStudy.cells(settings));
  await show(askStudy, summary);
}

export async function coverage(): Promise<void> {
  const settings = { ...fullCoverage, ...(values.quick && { simulations: 100, resamples: 100 }) };
  const { summary } = await run(coverageStudy, coverageStudy.cells(settings), {
    file: `coverage${values.quick ? "-quick" : ""}`,
  });
  await show(coverageStudy, summary);
}

export async function rankCoverage(): Promise<void> {
  const settings = { ...fullRankCoverage, ...(values.quick && { simulations: 50 }) };
  const { summary } = await run(rankCoverageStudy, rankCoverageStudy.cells(settings));
  await show(rankCoverageStudy, summary);
}

export async function online(): Promise<void> {
  const root = process.env["TIERWISE_DATA"];
  if (!root) console.error("skipped: real data, because TIERWISE_DATA is not set");
  const cells = root ? onlineStudy.cells({ ...fullOnlineSettings, root, seeds: seedsOf(5) }) : [];
  const { summary } = await run(onlineStudy, cells);
  await show(onlineStudy, summary);
}

export async function realFits(): Promise<void> {
  const data = process.env["TIERWISE_DATA"];
  if (!data) console.error("skipped: real data, because TIERWISE_DATA is not set");
  const only = values.only === undefined ? {} : { only: values.only };
  const cells = data ? realFitsStudy.cells({ root: data, ...only }) : [];
  const { summary } = await run(realFitsStudy, cells);
  await show(realFitsStudy, summary);
}
