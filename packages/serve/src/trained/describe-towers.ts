import type { Vocabulary } from "@tierwise/data/rows";
import type { TwoTowerModel } from "@tierwise/documents";

/** The vocabulary of a two-tower model; `featureItems` refers to the items to rank, not to the training items. */
export function describeTowers(
  model: TwoTowerModel,
): Vocabulary & { readonly featureCount: number; readonly itemCount: number } {
  const { featureCount, itemCount, featureNames, featureItems, trainedItems, items } = model;
  const placeOf = new Map(items.itemNames.map((name, place) => [name, place]));
  return {
    featureCount,
    itemCount,
    itemNames: items.itemNames,
    featureNames,
    featureItems: featureItems?.map((item) => placeOf.get(trainedItems[item] ?? "") ?? -1),
  };
}
