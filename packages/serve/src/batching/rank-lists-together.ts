import type { DocumentModel, DocumentRankings, UnratedLists } from "@tierwise/documents";
import type { ListJob, RankedLists, RankLists } from "./list-job.ts";
import { notFinite } from "./rank-rows.ts";

/** Ranks the lists of several jobs in a single model call. */
export async function rankListsTogether(
  rank: RankLists,
  featureCount: number,
  jobs: readonly ListJob[],
): Promise<RankedLists[]> {
  const k = jobs.reduce((most, job) => Math.max(most, job.k), 1);
  const rankings = await rank(joinLists(jobs, featureCount), k);
  let start = 0;
  return jobs.map(({ rowCount }) => {
    const own = { start, rankings };
    start += rowCount;
    return own;
  });
}

/** Ranks lists with a model on this thread. */
export function rankListsWithModel(
  model: Pick<DocumentModel, "rank" | "scores">,
  lists: UnratedLists,
  k: number,
): DocumentRankings {
  try {
    return model.rank(lists, { k });
  } catch (error) {
    // `rank` rejects NaN scores. To keep valid requests fast, scores are checked for NaN only after an error.
    if (model.scores(lists).some(Number.isNaN)) throw notFinite();
    throw error;
  }
}

function joinLists(jobs: readonly ListJob[], featureCount: number): UnratedLists {
  let [lists, documents] = [0, 0];
  for (const { rowCount, offsets } of jobs) {
    lists += rowCount;
    documents += offsets[rowCount];
  }
  const offsets = new Int32Array(lists + 1);
  const features = new Float32Array(documents * featureCount);
  let [list, from] = [0, 0];
  for (const job of jobs) {
    for (let l = 1; l <= job.rowCount; l++) offsets[list + l] = from + job.offsets[l];
    features.set(job.features, from * featureCount);
    list += job.rowCount;
    from += job.offsets[job.rowCount];
  }
  return { featureCount, offsets, features };
}
