/** The smallest and the largest value of an option, and whether it must be an integer. */
export type OptionRange = readonly [least: number, most: number, kind?: "integer"];

/** Fills in the defaults. Throws an error if a number is out of range or an option is unknown. */
export function checkedOptions<Options extends object>(
  scorer: string,
  given: Partial<Options>,
  defaults: Options,
  ranges: { readonly [name in keyof Options]?: OptionRange },
): Options {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const all: Options = { ...defaults, ...Object.fromEntries(known) };
  for (const [name, value] of Object.entries(all)) {
    if (!Object.hasOwn(defaults, name)) {
      throw new RangeError(`${name} is not an option of ${scorer}; expected ${Object.keys(defaults).join(", ")}`);
    }
    const range = ranges[name as keyof Options];
    if (range === undefined) continue;
    const [least, most, kind] = range;
    if (value >= least && value <= most && (kind === undefined || Number.isInteger(value))) continue;
    const expected = `${kind === undefined ? "a number" : "an integer"} from ${least} to ${most}`;
    throw new RangeError(`${name} is ${value}; expected ${expected}`);
  }
  return all;
}
