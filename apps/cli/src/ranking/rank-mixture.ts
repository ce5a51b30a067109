import {
  type ChosenMixture,
  chooseMixture,
  fitMixture,
  type MixtureComponent,
  type MixtureSettings,
  type NamedMixtureFit,
} from "@tierwise/aggregate";
import type { ReadPreferencesResult } from "@tierwise/data";
import { writeFileAtomic } from "@tierwise/data/files";
import { encodeTsvField, printableText } from "@tierwise/data/printable-text";
import { UsageError } from "../errors/usage-error.ts";
import { counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { renderTable, shortened } from "../terminal/table.ts";
import type { GroupCount } from "./group-count.ts";
import { type ModelProbabilities, modelProbabilities } from "./model-probabilities.ts";

/** The default value of k in the column P(top k), which `--model-probabilities` overrides. */
const PLACES = 3;

export interface MixtureFlags {
  readonly mixture: GroupCount;
  readonly prior?: number;
  readonly maxTier?: number;
  readonly maxIterations?: number;
  readonly seed?: number;
  readonly top: number;
  readonly out?: string;
  readonly modelProbabilities?: number;
}

/** Flags that apply only to a single ranking with intervals. */
const refused = [
  "allowUnconverged",
  "interval",
  "loss",
  "minItemRatings",
  "plot",
  "queue",
  "report",
  "scale",
  "solver",
] as const;

/** An item in the ranking of a group, with the probabilities of its places under the model. */
interface GroupItem extends ModelProbabilities {
  readonly place: number;
  readonly name: string;
  readonly utility: number;
}

/** Fits groups of voters with different tastes, prints the ranking of each group and writes the `--out` file. */
export async function rankMixture(
  { itemNames, preferences, weights }: Pick<ReadPreferencesResult, "itemNames" | "preferences" | "weights">,
  flags: MixtureFlags,
  session: Session,
): Promise<void> {
  checkFlags(flags as Partial<Record<(typeof refused)[number], unknown>>);
  const started = performance.now();
  const { fit, heldOut } = fitGroups({ itemNames, preferences, weights }, flags);
  const seconds = (performance.now() - started) / 1000;
  for (const { components, logLikelihood } of heldOut) {
    session.note(`${counted(components, "group")}: held-out log-likelihood ${logLikelihood.toFixed(4)} per voter`);
  }
  session.note(
    `${counted(fit.components.length, "group")}, ${counted(fit.history.length, "round")} in ${seconds.toFixed(2)} s`,
  );
  if (!fit.converged) session.note("The fit has not converged; raise --max-iterations.");
  const groups = fit.components.map((component) => ({
    share: component.share,
    items: itemsOf(component, itemNames, flags.modelProbabilities ?? PLACES),
  }));
  groups.forEach(({ share, items }, c) => {
    const shown = flags.top === 0 ? items : items.slice(0, flags.top);
    const title = `Group ${c + 1}: ${(100 * share).toFixed(1)} % of voters`;
    session.print(`${session.colors.bold(title)}\n${groupTable(shown, session)}\n`);
  });
  const { converged, logLikelihood } = fit;
  session.result({ converged, logLikelihood, rounds: fit.history.length, seconds, heldOut, groups });
  if (flags.out !== undefined) await writeFileAtomic(flags.out, groupsTsv(groups));
}

function checkFlags(flags: Partial<Record<(typeof refused)[number], unknown>>): void {
  for (const name of refused) {
    if (flags[name] !== undefined) {
      const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      throw new UsageError(`${flag} cannot be combined with --mixture; omit one of them`);
    }
  }
}

function fitGroups(
  dataset: Pick<ReadPreferencesResult, "itemNames" | "preferences" | "weights">,
  { mixture, prior, maxTier, maxIterations, seed }: MixtureFlags,
): { readonly fit: NamedMixtureFit; readonly heldOut: ChosenMixture["heldOut"] } {
  const settings: MixtureSettings = {
    ...(prior !== undefined && { prior }),
    ...(maxTier !== undefined && { maxTier }),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(seed !== undefined && { seed }),
  };
  if (mixture === "auto") return chooseMixture(dataset, settings);
  return { fit: fitMixture(dataset, { ...settings, components: mixture }), heldOut: [] };
}

function itemsOf({ utilities }: MixtureComponent, itemNames: readonly string[], k: number): GroupItem[] {
  const probabilities = modelProbabilities(utilities, k);
  const order = Array.from(utilities.keys()).sort((a, b) => utilities[b] - utilities[a] || a - b);
  return order.map((item, i) => ({
    place: i + 1,
    name: itemNames[item],
    utility: utilities[item],
    ...probabilities[item],
  }));
}

function groupTable(items: readonly GroupItem[], { colors }: Session): string {
  const percent = (p: number): string => `${(100 * p).toFixed(1)} %`;
  return renderTable(
    {
      head: ["#", "item", "utility", "P(first)", `P(top ${items[0]?.placeProbabilities.length})`],
      rows: items.map(({ place, name, utility, probabilityFirst, probabilityTop }) => [
        String(place),
        shortened(printableText(name), 40),
        utility.toFixed(3),
        percent(probabilityFirst),
        percent(probabilityTop),
      ]),
      align: ["right", "left", "right", "right", "right"],
    },
    colors,
  );
}

function groupsTsv(groups: readonly { readonly share: number; readonly items: readonly GroupItem[] }[]): string {
  const head = "group share place item utility probabilityFirst probabilityTop".split(" ").join("\t");
  const lines = groups.flatMap(({ share, items }, c) =>
    items.map(({ place, name, utility, probabilityFirst, probabilityTop }) =>
      [c + 1, share, place, encodeTsvField(name), utility, probabilityFirst, probabilityTop].join("\t"),
    ),
  );
  return `${[head, ...lines].join("\n")}\n`;
}
