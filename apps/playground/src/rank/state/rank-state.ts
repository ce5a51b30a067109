import type { OpenedFile } from "../../files/opened-file.ts";
import { type Board, createBoard } from "./board.ts";
import { type RankSettings, usualSettings } from "./settings.ts";
import { hasComparisons, votesText } from "./votes-text.ts";

/** The source of the votes: the board, answers to questions, or a file. */
type RankInput = "board" | "questions" | "file";

/** The state of "Rank something". */
export interface RankState {
  readonly input: RankInput;
  readonly board: Board;
  readonly file: OpenedFile | undefined;
  /** Reader options, keyed by the names of their flags, such as `{ missing: "skip" }`. */
  readonly reading: Readonly<Record<string, string>>;
  readonly settings: RankSettings;
}

const firstItems = ["Tea", "Coffee", "Water", "Milk", "Cocoa", "Lemonade", "Kefir", "קפה קר", "🍵 Matcha"];
const firstVoters = [
  { name: "Ana", places: [0, 1, 2, 3, 1, 2, 4, -1, 0] },
  { name: "Ben", places: [1, 0, 2, 2, 0, 3, 3, 1, 4] },
  { name: "Chloé", places: [0, 0, 3, 4, 1, 1, 2, 2, -1] },
];

/** The state of a new page: a board with a few drinks, ranked by three voters. */
export function createRankState(): RankState {
  const board = createBoard(firstItems);
  return {
    input: "board",
    board: { ...board, voters: firstVoters.map((voter) => ({ ...voter, choices: [] })) },
    file: undefined,
    reading: {},
    settings: usualSettings,
  };
}

/** A file with the votes to rank; undefined if there are no votes. */
export function votesFile({ input, board, file }: RankState): OpenedFile | undefined {
  if (input === "file") return file;
  if (!hasComparisons(board)) return undefined;
  return { name: "votes.jsonl", content: new Blob([votesText(board)]) };
}

/** Opens another file and resets the reader options. */
export function openFile(state: RankState, file: OpenedFile): RankState {
  return { ...state, input: "file", file, reading: {} };
}

const noOptions = {};

/** The reader options that were chosen for a file; none for the board. */
export function readingOf({ input, reading }: RankState): RankState["reading"] {
  return input === "file" ? reading : noOptions;
}
