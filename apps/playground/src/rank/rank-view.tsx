import { useCallback, useMemo } from "preact/hooks";
import { linkTo } from "../page/link-to.ts";
import { TabList } from "../page/tab-list.tsx";
import { TierBoard } from "./board/tier-board.tsx";
import { fitCommand } from "./export/command-line.ts";
import { FilePanel } from "./input/file-panel.tsx";
import { ItemsEditor } from "./input/items-editor.tsx";
import { Questions } from "./input/questions.tsx";
import { Voters } from "./input/voters.tsx";
import { ExportBar } from "./result/export-bar.tsx";
import { RankingPanel } from "./result/ranking-panel.tsx";
import { WinMatrix } from "./result/win-matrix.tsx";
import type { Board } from "./state/board.ts";
import { openFile, type RankState, readingOf, votesFile } from "./state/rank-state.ts";
import { encodeState } from "./state/share.ts";
import { useRanking } from "./work/use-ranking.ts";

const inputs = [
  ["board", "Tier board"],
  ["questions", "Best–worst"],
  ["file", "File or text"],
] as const;

/** "Rank something", with votes and win probabilities on the left and the ranking on the right, or all in one column on a phone. */
export function RankView({
  state,
  onChange,
}: {
  readonly state: RankState;
  readonly onChange: (change: (state: RankState) => RankState) => void;
}): preact.JSX.Element {
  const { input, board, file, settings } = state;
  const reading = readingOf(state);
  const votes = useMemo(() => votesFile(state), [input === "file", board, file]);
  const ranking = useRanking(votes, reading, settings);
  const { answer } = ranking;
  const result = answer !== undefined && "result" in answer ? answer.result : undefined;
  const changeBoard = useCallback(
    (change: (board: Board) => Board) => onChange((before) => ({ ...before, board: change(before.board) })),
    [onChange],
  );
  return (
    <div class="columns stacked">
      <div class="stack">
        <section class="votes">
          <h2>Votes</h2>
          <TabList
            label="How to vote"
            tabs={inputs}
            selected={input}
            panel="votes"
            onSelect={(id) => onChange((before) => ({ ...before, input: id }))}
          />
          <div id="votes" role="tabpanel" aria-labelledby={`votes-${input}`}>
            {input !== "file" && <Voters board={board} onChange={changeBoard} />}
            {input === "board" && <TierBoard board={board} onChange={changeBoard} />}
            {input === "questions" && (
              <Questions board={board} votes={votes} ask={ranking.ask} onChange={changeBoard} />
            )}
            {input !== "file" && (
              <ItemsEditor items={board.items} tierCount={board.tiers.length} onChange={changeBoard} />
            )}
            {input === "file" && (
              <FilePanel file={file} onFile={(opened) => onChange((before) => openFile(before, opened))} />
            )}
          </div>
        </section>
        {result?.matrix !== undefined && (
          <section class="wins-panel">
            <h2>Win probabilities</h2>
            <p>
              How often the row's item ranks above the column's item, in percent: observed above the diagonal, predicted
              below it. Blank cells are pairs that were never compared.
            </p>
            <WinMatrix matrix={result.matrix} />
          </section>
        )}
      </div>
      <div class="stack">
        <RankingPanel state={state} ranking={ranking} hasVotes={votes !== undefined} onChange={onChange} />
        {result !== undefined && votes !== undefined && (
          <section class="share">
            <h2>Share and save</h2>
            <ExportBar
              votes={votes}
              command={fitCommand(votes.name, settings, reading, result.isBattles)}
              link={async () => linkTo("rank", await encodeState(state))}
              exported={ranking.exported}
            />
          </section>
        )}
      </div>
    </div>
  );
}
