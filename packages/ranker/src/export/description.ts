import type { ModelContent } from "../single-file/encode-model-file.ts";

/**
 * A description of a model for formats whose metadata are strings: sizes and options are text; names, vocabulary, the training record and
 * the options of each member are JSON.
 */
export function descriptionOf(content: ModelContent): Record<string, string> {
  const { members, memberCount, record, itemNames, itemTitles, featureNames, featureItems, transforms } = content;
  const { written, writtenBy } = content;
  const [{ shape, normalize }] = members;
  const known = {
    item_names: itemNames,
    item_titles: itemTitles,
    feature_names: featureNames,
    feature_items: featureItems,
    transforms,
    record,
    written_by: writtenBy,
    member_options: members.map(({ seed, steps, kernelBuild }) => ({ seed, steps, kernelBuild })),
  };
  return {
    format: "tierwise",
    features: String(shape.features),
    hidden: String(shape.hidden),
    items: String(shape.items),
    members: String(memberCount),
    normalize: String(normalize),
    written,
    ...Object.fromEntries(
      Object.entries(known).flatMap(([key, value]) => (value === undefined ? [] : [[key, JSON.stringify(value)]])),
    ),
  };
}
