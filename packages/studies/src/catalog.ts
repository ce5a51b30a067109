import type { Study, StudyCell } from "./study/study.ts";

/** Studies by name; each is loaded on first use. */
const catalog: Readonly<Record<string, () => Promise<unknown>>> = {
  mse: async () => (await import("./simulation/mse-study.ts")).mseStudy,
  cost: async () => (await import("./simulation/cost-study.ts")).costStudy,
  shrinkage: async () => (await import("./simulation/shrinkage-study.ts")).shrinkageStudy,
  comparison: async () => (await import("./comparison/comparison-study.ts")).comparisonStudy,
  quality: async () => (await import("./quality/quality-study.ts")).qualityStudy,
  sensitivity: async () => (await import("./sensitivity/sensitivity-study.ts")).sensitivityStudy,
  glas: async () => (await import("./glas/glas-study.ts")).glasStudy,
  "rank-breaking": async () => (await import("./rank-breaking/rank-breaking-study.ts")).rankBreakingStudy,
  psndcg: async () => (await import("./psndcg/psndcg-study.ts")).psndcgStudy,
  ask: async () => (await import("./leaderboard/ask-study.ts")).askStudy,
  coverage: async () => (await import("./leaderboard/coverage-study.ts")).coverageStudy,
  "rank-coverage": async () => (await import("./leaderboard/rank-coverage-study.ts")).rankCoverageStudy,
  online: async () => (await import("./leaderboard/online-study.ts")).onlineStudy,
  "real-fits": async () => (await import("./real-fits/real-fits-study.ts")).realFitsStudy,
};

/** The names of the studies in this package. */
export const studyNames: readonly string[] = Object.keys(catalog);

/**
 * Returns a study in this package by name. Workers use it to run a cell.
 *
 * @param name - One of {@link studyNames}.
 * @throws RangeError if no study has this name.
 */
export async function findStudy(name: string): Promise<Study<StudyCell, StudyCell, unknown, never>> {
  if (!Object.hasOwn(catalog, name)) {
    throw new RangeError(`study is ${JSON.stringify(name)}; expected one of ${studyNames.join(", ")}`);
  }
  return (await catalog[name]()) as Study<StudyCell, StudyCell, unknown, never>;
}
