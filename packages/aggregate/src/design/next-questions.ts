import type { Preference } from "@tierwise/core-integrator";
import { randomPermutation, randomStream } from "@tierwise/random";
import { fitUtilities } from "../fit-utilities.ts";
import type { NamedPreferences } from "../observations/named-preferences.ts";
import type { UncertainFit } from "../uncertainty/uncertain-fit.ts";
import { fitCovariance } from "../uncertainty/uncertain-fit.ts";
import { type Belief, createBelief, expectedGain, meanError, observe } from "./belief.ts";
import { bestSet } from "./best-set.ts";
import { type Connections, connect, connectingSet } from "./connecting-set.ts";
import type { Answer } from "./expected-information.ts";
import { voteConnections } from "./vote-connections.ts";

/** Votes on items without names; may be empty for a first round. */
export interface CastVotes {
  /** N, the number of items. */
  readonly items: number;
  /** One preference per vote. */
  readonly preferences: readonly Preference[];
  /** How often each preference was observed. Default: 1 each. */
  readonly weights?: ArrayLike<number>;
}

/** Options for {@link nextQuestions}. */
export interface QuestionOptions {
  /** The number of sets to propose. Default: 1. */
  readonly sets?: number;
  /** The number of items per set, at least 2; at most 10 for rankings. Default: 2. */
  readonly size?: number;
  /** What to ask about a set: the full ranking of its items, or only the best item. Default: `"ranking"`. */
  readonly answer?: Answer;
  /** The seed for choosing among equally good sets. Default: 1. */
  readonly seed?: number;
  /** The items that may be asked about. Default: all. */
  readonly candidates?: ArrayLike<number>;
  /** The strength λ of the prior used to fit votes; ignored if a fit is given. Default: 0.25. */
  readonly prior?: number;
}

/** A set of items to ask about. */
export interface Question {
  /** The items, by index. */
  readonly items: readonly number[];
  /** The names of the items, if the data have names. */
  readonly names?: readonly string[];
  /** How much this question is expected to reduce the mean standard error once the earlier questions are answered. */
  readonly gain: number;
  /** Why the set is proposed: because it connects items that no comparison connects yet, or because it has the largest expected information. */
  readonly reason: "connects" | "informs";
}

/** The result of {@link nextQuestions}. */
export interface NextQuestions {
  /** The sets to ask about, most useful first. */
  readonly questions: readonly Question[];
  /** The mean standard error of the utilities now. */
  readonly meanError: number;
  /** The expected mean standard error after one answer to each question. */
  readonly expectedMeanError: number;
}

const LARGEST_RANKING = 10;
const DEFAULT_PRIOR = 0.25;

/**
 * Proposes what to ask next: the sets of items for which an answer is expected to shorten the intervals the most.
 *
 * Under the normal approximation of the current belief with covariance Σ, an answer with expected Fisher information M turns Σ into (Σ⁻¹ +
 * M)⁻¹, no matter what the answer is. M is the information in a full ranking of the set (or in the choice of its best item) at the current
 * utilities. The gain of a set is the expected decrease, to first order, in the mean standard error (an A-optimal design that weights each
 * variance by 1/error). Sets are chosen one after another, as if the earlier sets had been answered, so a batch does not ask the same thing
 * twice. No set is repeated within a batch unless all sets have been used.
 *
 * If votes do not connect all items, as before a first round, sets that connect them come first: ⌈(N − 1)/(size − 1)⌉ sets connect N items.
 *
 * Cost: O(N³) once and O(N²) per proposed pair. For a larger set, about 5·N·size sets are evaluated; for rankings, each costs size²·2^size.
 *
 * @param data - Votes with or without item names, or utilities with their covariance or draws, such as a converged fit.
 * @param options - The number of sets, their size, and the seed.
 *
 * @example
 * ```ts
 * import { nextQuestions } from "@tierwise/aggregate";
 *
 * const preferences = [{ tiers: [["a"], ["b"]] }, { tiers: [["b"], ["a"]] }, { tiers: [["a"], ["c"]] }];
 * const itemNames = ["a", "b", "c", "d"];
 * const votes = preferences.map(({ tiers }) => ({
 *   tiers: tiers.map((tier) => tier.map((name) => itemNames.indexOf(name))),
 *   rest: "unobserved" as const,
 * }));
 * const { questions } = nextQuestions({ itemNames, preferences: votes }, { sets: 2, size: 2, seed: 1 });
 * console.log(questions.map(({ names, reason }) => `${names?.join(" or ")} (${reason})`).join(", ")); // c or d (connects), b or d (informs)
 * ```
 */
export function nextQuestions(
  data: CastVotes | NamedPreferences | UncertainFit,
  options: QuestionOptions = {},
): NextQuestions {
  const { sets = 1, size = 2, answer = "ranking", seed = 1, prior = DEFAULT_PRIOR } = options;
  const { belief, connections } = "utilities" in data ? fromFit(data) : fromVotes(data, prior);
  const itemNames = "itemNames" in data ? data.itemNames : undefined;
  const n = belief.utilities.length;
  const candidates = checkedCandidates(options.candidates, n);
  checkOptions(sets, size, answer, candidates.length);
  const random = randomStream(seed);
  const shuffled = randomPermutation(candidates.length, random).map((at) => candidates[at]);
  const taken = new Set<string>();
  const keyOf = (set: readonly number[]): string => set.toSorted((a, b) => a - b).join();
  const before = meanError(belief);
  const questions: Question[] = [];
  while (questions.length < sets) {
    const linking = connections && connectingSet(connections, shuffled, size, random);
    const found = linking
      ? { items: linking, gain: expectedGain(belief, linking, answer) }
      : (bestSet(belief, shuffled, size, answer, (set) => taken.has(keyOf(set))) ??
        bestSet(belief, shuffled, size, answer, () => false));
    if (found === undefined) break;
    taken.add(keyOf(found.items));
    observe(belief, found.items, answer);
    if (connections) connect(connections, found.items);
    questions.push(questionOf(found.items, itemNames, found.gain / n, linking ? "connects" : "informs"));
  }
  return { questions, meanError: before, expectedMeanError: meanError(belief) };
}

function questionOf(
  items: readonly number[],
  itemNames: readonly string[] | undefined,
  gain: number,
  reason: Question["reason"],
): Question {
  const sorted = items.toSorted((a, b) => a - b);
  return { items: sorted, ...(itemNames && { names: sorted.map((item) => itemNames[item]) }), gain, reason };
}

/** What is known before the first question. `connections` is set only for votes, since a fit with intervals is always connected. */
interface Knowledge {
  readonly belief: Belief;
  readonly connections?: Connections;
}

function fromFit(fit: UncertainFit): Knowledge {
  return { belief: createBelief(fit.utilities, fitCovariance(fit)) };
}

function fromVotes(votes: CastVotes | NamedPreferences, prior: number): Knowledge {
  if (!(prior > 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a positive number`);
  }
  const items = "itemNames" in votes ? votes.itemNames.length : votes.items;
  const { preferences, weights } = votes;
  const fit = fitUtilities(preferences, { items, prior, ...(weights && { weights }) });
  if (!fit.converged) throw new RangeError(`the votes cannot be fitted: ${fit.problem}`);
  const belief = createBelief(fit.utilities, fitCovariance(fit));
  return { belief, connections: voteConnections(votes, items) };
}

function checkedCandidates(candidates: ArrayLike<number> | undefined, n: number): Int32Array {
  if (candidates === undefined) return Int32Array.from({ length: n }, (_, i) => i);
  const seen = new Set<number>();
  for (let i = 0; i < candidates.length; i++) {
    const item = candidates[i];
    if (!Number.isInteger(item) || item < 0 || item >= n || seen.has(item)) {
      throw new RangeError(`candidates[${i}] is ${item}; expected distinct items from 0 to ${n - 1}`);
    }
    seen.add(item);
  }
  return Int32Array.from(candidates);
}

function checkOptions(sets: number, size: number, answer: Answer, available: number): void {
  if (!Number.isInteger(sets) || sets < 1) throw new RangeError(`sets is ${sets}; expected a positive integer`);
  if (answer !== "ranking" && answer !== "best") {
    throw new RangeError(`answer is ${JSON.stringify(answer)}; expected "ranking" or "best"`);
  }
  if (!Number.isInteger(size) || size < 2 || size > available) {
    throw new RangeError(
      `size is ${size}; expected an integer from 2 to ${available}, the number of items to choose from`,
    );
  }
  if (answer === "ranking" && size > LARGEST_RANKING) {
    throw new RangeError(
      `size is ${size}; expected at most ${LARGEST_RANKING} for rankings; set answer: "best" for more`,
    );
  }
}
