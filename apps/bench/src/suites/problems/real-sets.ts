import { type RealSet, readRealSet, realSetNames } from "@tierwise/studies";

/** The real data sets below the directory that TIERWISE_DATA names whose names end in one of `endings`; none where it is not set. */
export async function realSetsNamed(endings: readonly string[]): Promise<RealSet[]> {
  const root = process.env["TIERWISE_DATA"];
  if (!root) {
    console.error("left out: real data, because TIERWISE_DATA is not set");
    return [];
  }
  const wanted = realSetNames(root).filter((name) => endings.some((ending) => name.endsWith(ending)));
  return Promise.all(wanted.map((name) => readRealSet(root, name)));
}
