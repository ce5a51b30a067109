import { type XmlPresetName, xmlPresets } from "./presets.ts";

/** Options for {@link generateXmlDataset}: a preset, individual sizes, or a preset with some sizes overridden. */
export interface GenerateXmlOptions {
  /** The name of one of the paper's datasets, whose sizes are used unless other options override them. Default: none. */
  readonly preset?: XmlPresetName;
  /** Which rows of a preset to generate: the training rows, or the test rows, which follow them. Default: `"train"`. */
  readonly part?: "train" | "test";
  /** Number of rows. */
  readonly rows?: number;
  /** Number of features, D. */
  readonly features?: number;
  /** Number of labels, N. */
  readonly labels?: number;
  /** Mean number of labels per row; the number is Poisson distributed. */
  readonly labelsPerRow?: number;
  /** Mean number of features per row; the number is Poisson distributed. Default: 20 or D/4, whichever is less. */
  readonly featuresPerRow?: number;
  /** `"real"`: values are uniform on (0, 1] with six decimals. `"binary"`: all values are 1. Default: `"binary"`. */
  readonly values?: "binary" | "real";
  /** The first row to generate. Row i is the same in every range, so you can train on rows 0 … n − 1 and test on later rows. Default: 0. */
  readonly firstRow?: number;
  /** Seed for the random numbers. Default: 0. */
  readonly seed?: number;
}

/** The complete and checked options. */
export type GenerateSettings = Required<Omit<GenerateXmlOptions, "preset" | "part">>;

export function generateSettings(options: GenerateXmlOptions): GenerateSettings {
  const { preset: name, part = "train", ...given } = options;
  const preset = name === undefined ? undefined : xmlPresets[name];
  if (name !== undefined && preset === undefined) {
    throw new RangeError(`preset is ${JSON.stringify(name)}; expected one of ${Object.keys(xmlPresets).join(", ")}`);
  }
  const features = given.features ?? preset?.features ?? Number.NaN;
  const settings = {
    rows: preset?.[part] ?? Number.NaN,
    labels: Number.NaN,
    labelsPerRow: Number.NaN,
    featuresPerRow: Math.min(20, features / 4),
    values: "binary" as const,
    firstRow: preset !== undefined && part === "test" ? preset.train : 0,
    seed: 0,
    ...sizesOf(preset),
    ...given,
    features,
  };
  check(settings);
  return settings;
}

function sizesOf(preset: (typeof xmlPresets)[XmlPresetName] | undefined): Partial<GenerateSettings> {
  if (preset === undefined) return {};
  const { train: _train, test: _test, ...sizes } = preset;
  return sizes;
}

function check(settings: GenerateSettings): void {
  for (const key of ["rows", "features", "labels", "firstRow"] as const) {
    const least = key === "features" || key === "labels" ? 1 : 0;
    if (!Number.isSafeInteger(settings[key]) || settings[key] < least) {
      const expected = least === 1 ? "a positive integer" : "a nonnegative integer";
      throw new RangeError(`${key} is ${settings[key]}; expected ${expected}`);
    }
  }
  if (!Number.isSafeInteger(settings.seed)) throw new RangeError(`seed is ${settings.seed}; expected an integer`);
  for (const [key, most] of [
    ["labelsPerRow", settings.labels],
    ["featuresPerRow", settings.features],
  ] as const) {
    if (!(settings[key] > 0 && settings[key] <= most / 2)) {
      throw new RangeError(`${key} is ${settings[key]}; expected a positive number of at most ${most / 2}`);
    }
  }
}
