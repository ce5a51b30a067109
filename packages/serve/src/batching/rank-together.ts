import type { Csr, ValuedCsr } from "@tierwise/data/rows";
import type { RankedRows, RankJob } from "./rank-job.ts";
import type { RankRows } from "./rank-rows.ts";

/** Ranks jobs that have the same candidates in a single model call. */
export async function rankTogether(rank: RankRows, jobs: readonly RankJob[]): Promise<RankedRows[]> {
  const [{ candidates }] = jobs;
  const exclude = joinExclusions(jobs);
  const k = jobs.reduce((most, job) => Math.max(most, job.k), 1);
  const allowed = { ...(exclude && { exclude }), ...(candidates && { candidates }) };
  const { k: stride, items, scores } = await rank(joinRows(jobs), { k, ...allowed });
  let start = 0;
  return jobs.map(({ rowCount }) => {
    const own = { start, stride, items, scores };
    start += rowCount * stride;
    return own;
  });
}

function joinRows(jobs: readonly RankJob[]): ValuedCsr {
  let rowCount = 0;
  let entries = 0;
  for (const job of jobs) {
    rowCount += job.rowCount;
    entries += job.indices.length;
  }
  const indptr = new Int32Array(rowCount + 1);
  const indices = new Int32Array(entries);
  const values = new Float32Array(entries);
  let row = 0;
  let at = 0;
  for (const job of jobs) {
    for (let r = 1; r <= job.rowCount; r++) indptr[row + r] = at + job.indptr[r];
    indices.set(job.indices, at);
    values.set(job.values, at);
    row += job.rowCount;
    at += job.indices.length;
  }
  return { indptr, indices, values };
}

/** The excluded items of all jobs; undefined if no job excludes any. */
function joinExclusions(jobs: readonly RankJob[]): Csr | undefined {
  if (jobs.every(({ exclude }) => exclude === undefined)) return undefined;
  const rowCount = jobs.reduce((sum, job) => sum + job.rowCount, 0);
  const indptr = new Int32Array(rowCount + 1);
  const parts: Csr["indices"][] = [];
  let row = 0;
  let at = 0;
  for (const { rowCount: rows, exclude } of jobs) {
    for (let r = 1; r <= rows; r++) indptr[row + r] = at + (exclude?.indptr[r] ?? 0);
    if (exclude) parts.push(exclude.indices);
    at += exclude?.indices.length ?? 0;
    row += rows;
  }
  const indices = new Int32Array(at);
  let from = 0;
  for (const part of parts) {
    indices.set(part, from);
    from += part.length;
  }
  return { indptr, indices };
}
