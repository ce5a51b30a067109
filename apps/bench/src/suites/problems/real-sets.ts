import { type RealSet, readRealSet, realSetNames } from "@tierwise/studies";

/** The real datasets in TIERWISE_DATA whose names end with one of `endings`; an empty list if TIERWISE_DATA is not set. */
export async function realSetsNamed(endings: readonly string[]): Promise<RealSet[]> {
  const root = process.env["TIERWISE_DATA"];
  if (!root) {
    console.error("skipped: real data, because TIERWISE_DATA is not set");
    return [];
  }
  const wanted = realSetNames(root).filter((name) => endings.some((ending) => name.endsWith(ending)));
  return Promise.all(wanted.map((name) => readRealSet(root, name)));
}
