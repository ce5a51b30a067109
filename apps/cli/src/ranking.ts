// `@tierwise/cli/ranking`: the formatting code of `tierwise fit`, which the playground shares. Runs without Node.
export { readingLine } from "./data/reading-line.ts";
export { unbeatenItemsProblem, unconvergedProblem } from "./ranking/fit-problem.ts";
export {
  groupLetters,
  itemCounts,
  type Leaderboard,
  type LeaderboardItem,
  leaderboardOf,
  percentage,
  rankRange,
} from "./ranking/leaderboard.ts";
export { rankingJson } from "./ranking/ranking-json.ts";
export { intervalOf, scaleOf } from "./ranking/ranking-settings.ts";
export { rankingTsv } from "./ranking/ranking-tsv.ts";
export { markupText, xmlSafeText } from "./report/markup-text.ts";
export { style as reportStyle } from "./report/style.ts";
export { shellQuoted } from "./shell/shell-quoted.ts";
export { count } from "./terminal/numbers.ts";
