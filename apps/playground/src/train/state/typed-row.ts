/** A row of features that the user has typed. */
export interface TypedRow {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** The features that a row can have. */
export interface RowVocabulary {
  readonly featureCount: number;
  /** For ratings, the names of the N items. Feature i means that item i is liked, and feature N + i that it is not. */
  readonly itemNames: readonly string[] | undefined;
}

/**
 * Parses a typed row. For ratings, each line is a liked item or, after a leading `-`, a disliked item. For multi-label data, features look
 * like `3:0.5 14`, where feature 14 has the value 1. Throws an error that describes the first problem.
 */
export function parseRow(text: string, { featureCount, itemNames }: RowVocabulary): TypedRow {
  const features = itemNames === undefined ? numberedFeatures(text, featureCount) : ratedFeatures(text, itemNames);
  if (features.size === 0) throw new RangeError("the row is empty");
  const sorted = [...features].sort(([a], [b]) => a - b);
  return { indices: sorted.map(([index]) => index), values: sorted.map(([, value]) => value) };
}

function ratedFeatures(text: string, itemNames: readonly string[]): Map<number, number> {
  const features = new Map<number, number>();
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === "") continue;
    const whole = itemNames.indexOf(line);
    const item = whole >= 0 ? whole : itemNames.indexOf(line.replace(/^-\s*/, ""));
    if (item < 0) throw new RangeError(`“${line}” is not an item of the file`);
    features.set(whole >= 0 ? item : itemNames.length + item, 1);
  }
  return features;
}

function numberedFeatures(text: string, featureCount: number): Map<number, number> {
  const features = new Map<number, number>();
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    const [, index, value = "1"] = /^(\d+)(?::([-+.\deE]+))?$/.exec(word) ?? [];
    const number = Number(value);
    if (index === undefined || !Number.isFinite(number))
      throw new RangeError(`“${word}” is not a feature; expected a form such as 3:0.5`);
    if (Number(index) >= featureCount)
      throw new RangeError(`feature ${index} does not exist; expected a number below ${featureCount}`);
    features.set(Number(index), number);
  }
  return features;
}
