import type { RankState } from "../state/rank-state.ts";
import type { RankingResult } from "../work/ranking-result.ts";
import type { Remedy } from "../work/reading-options.ts";
import type { Ranking } from "../work/use-ranking.ts";
import { Problem } from "./problem.tsx";
import { RankingTable } from "./ranking-table.tsx";
import { SettingsBar } from "./settings-bar.tsx";

const rankSentence =
  "Each rank interval contains the rank of its item with at least 95 % confidence; items that share a letter cannot be separated.";

/** The ranking with its settings, or the problem with the votes. */
export function RankingPanel({
  state,
  ranking: { answer, isBusy, stop },
  hasVotes,
  onChange,
}: {
  readonly state: RankState;
  readonly ranking: Ranking;
  readonly hasVotes: boolean;
  readonly onChange: (change: (state: RankState) => RankState) => void;
}): preact.JSX.Element {
  const result = answer !== undefined && "result" in answer ? answer.result : undefined;
  const apply = ({ reading = {}, prior }: Remedy): void =>
    onChange((before) => ({
      ...before,
      reading: { ...before.reading, ...reading },
      settings: { ...before.settings, ...(prior !== undefined && { prior }) },
    }));
  return (
    <section class="ranking" aria-busy={isBusy}>
      <div class="head">
        <h2>Ranking</h2>
        {isBusy && (
          <button type="button" class="late" onClick={stop}>
            Stop
          </button>
        )}
      </div>
      <SettingsBar
        settings={state.settings}
        isBattles={result?.isBattles ?? false}
        onChange={(settings) => onChange((before) => ({ ...before, settings }))}
      />
      {!hasVotes && <p class="empty">Put items into at least two tiers, answer a question, or open a file.</p>}
      {hasVotes && answer !== undefined && "problem" in answer && <Problem {...answer} onRemedy={apply} />}
      {hasVotes && result !== undefined && <Result result={result} isFile={state.input === "file"} />}
    </section>
  );
}

function Result({ result, isFile }: { readonly result: RankingResult; readonly isFile: boolean }): preact.JSX.Element {
  const { rows, itemCount, scale, reading, samples, observations, logLikelihood, intervalMethod, hasRanks } = result;
  const [first] = rows;
  return (
    <>
      <p class="leader">
        <b>
          <bdi>{first.name}</bdi>
        </b>{" "}
        ranks first{hasRanks && ` and is the best with a probability of ${first.best}`}. {observations} observations of{" "}
        {itemCount} items, log-likelihood {logLikelihood}.
      </p>
      <RankingTable rows={rows} scale={scale} />
      <p class="hint">
        {intervalMethod === undefined
          ? "Intervals are not shown, because they are computed only for up to 2000 items."
          : `95 % intervals by ${intervalMethod}. ${hasRanks ? rankSentence : "Rank intervals are not shown, because they are computed only for up to 1000 items."}`}
      </p>
      {isFile && (
        <details open>
          <summary>How the file was read</summary>
          <p class="reading">{reading}</p>
          <ul>
            {samples.map((sample) => (
              <li key={sample}>{sample}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
