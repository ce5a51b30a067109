import type { RankJob } from "./rank-job.ts";

/**
 * Groups jobs that a single model call can rank: they have no candidates, and their values of k are at most 16 or within a factor of two, so that
 * one request for all items does not make other requests sort all items. Each job with candidates forms its own group.
 */
export function groupJobs<T>(entries: readonly T[], jobOf: (entry: T) => RankJob): T[][] {
  if (entries.length === 1) return [[...entries]];
  const groups: T[][] = [];
  const shared = new Map<number, T[]>();
  for (const entry of entries) {
    const { k, candidates } = jobOf(entry);
    if (candidates !== undefined) {
      groups.push([entry]);
      continue;
    }
    // For k up to 16, the cost of ranking hardly depends on k.
    const size = Math.max(4, Math.ceil(Math.log2(k)));
    const group = shared.get(size);
    if (group === undefined) {
      const started = [entry];
      shared.set(size, started);
      groups.push(started);
    } else group.push(entry);
  }
  return groups;
}
