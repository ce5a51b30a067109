/** A voter's answer to a question: the best and the worst item of the set that was shown. Items are indices. */
export interface Choice {
  readonly best: number;
  readonly worst: number;
  readonly shown: readonly number[];
}

/** The votes of one voter. */
export interface Voter {
  readonly name: string;
  /** The tier of each item, or `unplaced`. */
  readonly places: readonly number[];
  /** Answers to best-worst questions, oldest first. */
  readonly choices: readonly Choice[];
}

/** Items, tiers from best to worst, and the voters. */
export interface Board {
  readonly items: readonly string[];
  readonly tiers: readonly string[];
  readonly voters: readonly Voter[];
  /** The index of the voter whose tiers are shown. */
  readonly current: number;
}

/** The value for an item that is in no tier. */
export const unplaced = -1;

/** The limits of a board. */
export const limits = { items: 2000, tiers: 10, voters: 200, nameLength: 200 } as const;

const usualTiers = ["S", "A", "B", "C", "D"];

/** Creates a board with one voter, who has not placed any items. */
export function createBoard(items: readonly string[], tiers: readonly string[] = usualTiers): Board {
  return { items, tiers, voters: [newVoter(1, items.length)], current: 0 };
}

function newVoter(number: number, items: number): Voter {
  return { name: `Voter ${number}`, places: new Array<number>(items).fill(unplaced), choices: [] };
}

/** Moves an item to a tier of the current voter, or to the unplaced items. */
export function placeItem(board: Board, item: number, tier: number): Board {
  return withVoter(board, (voter) => ({ ...voter, places: voter.places.with(item, tier) }));
}

/** Replaces the current voter. */
function withVoter(board: Board, change: (voter: Voter) => Voter): Board {
  return { ...board, voters: board.voters.with(board.current, change(board.voters[board.current])) };
}

/** The items of each tier of the current voter, and the unplaced items. */
export function tiersOf({ tiers, voters, current }: Board): { tiers: number[][]; unplacedItems: number[] } {
  const lists = tiers.map((): number[] => []);
  const unplacedItems: number[] = [];
  for (const [item, tier] of voters[current].places.entries()) (lists[tier] ?? unplacedItems).push(item);
  return { tiers: lists, unplacedItems };
}

/** Returns the names in a text: one per line or, if there is only one line, separated by commas. */
export function namesIn(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return (lines.length > 1 ? lines : text.split(",")).map((name) => name.trim()).filter((name) => name !== "");
}

/** Adds the items that are not on the board yet, up to the limit. */
export function addItems(board: Board, names: readonly string[]): Board {
  const shortNames = names.map((name) => name.slice(0, limits.nameLength));
  const items = [...new Set([...board.items, ...shortNames])].slice(0, limits.items);
  const more = new Array<number>(items.length - board.items.length).fill(unplaced);
  return { ...board, items, voters: board.voters.map((voter) => ({ ...voter, places: [...voter.places, ...more] })) };
}

/** Removes an item, and the answers that mention it. */
export function removeItem(board: Board, item: number): Board {
  const shifted = (other: number): number => (other > item ? other - 1 : other);
  return {
    ...board,
    items: board.items.toSpliced(item, 1),
    voters: board.voters.map((voter) => ({
      ...voter,
      places: voter.places.toSpliced(item, 1),
      choices: voter.choices
        .filter(({ shown }) => !shown.includes(item))
        .map(({ best, worst, shown }) => ({ best: shifted(best), worst: shifted(worst), shown: shown.map(shifted) })),
    })),
  };
}

/** Adds a tier below the others. */
export function addTier(board: Board): Board {
  if (board.tiers.length >= limits.tiers) return board;
  const name = ["S", ..."ABCDEFGHI"].find((letter) => !board.tiers.includes(letter)) ?? "–";
  return { ...board, tiers: [...board.tiers, name] };
}

/** Removes the lowest tier; its items become unplaced. */
export function removeTier(board: Board): Board {
  if (board.tiers.length <= 2) return board;
  const last = board.tiers.length - 1;
  const voters = board.voters.map((voter) => ({
    ...voter,
    places: voter.places.map((tier) => (tier === last ? unplaced : tier)),
  }));
  return { ...board, tiers: board.tiers.slice(0, last), voters };
}

/** Adds a voter and shows the voter's empty tiers. */
export function addVoter(board: Board): Board {
  const { voters, items } = board;
  if (voters.length >= limits.voters) return board;
  return { ...board, voters: [...voters, newVoter(voters.length + 1, items.length)], current: voters.length };
}

/** Removes the current voter unless it is the only one. */
export function removeVoter(board: Board): Board {
  if (board.voters.length === 1) return board;
  const voters = board.voters.toSpliced(board.current, 1);
  return { ...board, voters, current: Math.min(board.current, voters.length - 1) };
}

export function renameVoter(board: Board, name: string): Board {
  return withVoter(board, (voter) => ({ ...voter, name: name.slice(0, limits.nameLength) }));
}

/** Adds an answer of the current voter. */
export function addChoice(board: Board, choice: Choice): Board {
  return withVoter(board, (voter) => ({ ...voter, choices: [...voter.choices, choice] }));
}

/** Removes the last answer of the current voter. */
export function removeLastChoice(board: Board): Board {
  return withVoter(board, (voter) => ({ ...voter, choices: voter.choices.slice(0, -1) }));
}

/** Makes all items of the current voter unplaced. */
export function clearPlaces(board: Board): Board {
  return withVoter(board, (voter) => ({ ...voter, places: voter.places.map(() => unplaced) }));
}
