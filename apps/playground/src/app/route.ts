/** The names of the playground's views. */
export type ViewName = "integral" | "rank" | "train";

/** The contents of the URL's fragment: the view and, after a slash, a shared state. */
export interface Route {
  readonly view: ViewName;
  readonly shared: string | undefined;
}

/** The views with their titles, in order. */
export const views: readonly (readonly [ViewName, string])[] = [
  ["rank", "Rank something"],
  ["integral", "See the integral"],
  ["train", "Train"],
];

/** Parses a fragment such as `#rank` or `#rank/q1ZKy…`; any other fragment selects the first view. */
export function parseFragment(fragment: string): Route {
  const [, name, shared] = /^#([a-z]+)(?:\/([\w-]+))?$/.exec(fragment) ?? [];
  const view = views.find(([each]) => each === name)?.[0];
  return view === undefined ? { view: views[0][0], shared: undefined } : { view, shared };
}
