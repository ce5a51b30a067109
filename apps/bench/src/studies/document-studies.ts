import { compareContexts } from "./documents/document-context.ts";
import type { DocumentDataName } from "./documents/document-data.ts";
import { documentLossesStudy, searchRankingStudy } from "./documents/document-study.ts";
import { run, show } from "./run-and-show.ts";
import { seedsOf, values } from "./study-flags.ts";

const known: readonly DocumentDataName[] = ["lightgbm", "generated", "large-tiers"];

export async function searchRanking(): Promise<void> {
  const settings = { data: chosen(["lightgbm", "generated"]), seeds: seedsOf(5), trials: trials() };
  const { summary } = await run(searchRankingStudy, searchRankingStudy.cells(settings));
  await show(searchRankingStudy, summary);
}

export async function documentLosses(): Promise<void> {
  const settings = { data: chosen(known), seeds: seedsOf(5), trials: trials() };
  const { summary } = await run(documentLossesStudy, documentLossesStudy.cells(settings));
  await show(documentLossesStudy, summary);
}

export function documentContext(): Promise<void> {
  const names = (values.data as string[] | undefined) ?? ["lightgbm", "generated", "topics"];
  return compareContexts(names, seedsOf(5));
}

function trials(): number {
  return Number(values.trials ?? (values.quick ? 2 : 20));
}

function chosen(usual: readonly DocumentDataName[]): readonly DocumentDataName[] {
  const names = (values.data as DocumentDataName[] | undefined) ?? usual;
  for (const name of names) {
    if (!known.includes(name)) throw new RangeError(`--data is ${name}; expected one of ${known.join(", ")}`);
  }
  return names;
}
