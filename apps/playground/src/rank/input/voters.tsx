import { addVoter, type Board, clearPlaces, removeVoter, renameVoter } from "../state/board.ts";

/** The controls for voters: a button for each voter, the name of the current voter, and buttons to add and remove voters. */
export function Voters({
  board,
  onChange,
}: {
  readonly board: Board;
  readonly onChange: (change: (board: Board) => Board) => void;
}): preact.JSX.Element {
  const { voters, current } = board;
  return (
    <div class="bar">
      <label class="field">
        <span>Voter</span>
        <select
          value={String(current)}
          onChange={({ currentTarget }) => onChange((before) => ({ ...before, current: Number(currentTarget.value) }))}
        >
          {voters.map(({ name }, k) => (
            <option key={k} value={String(k)}>
              {name || `Voter ${k + 1}`}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Name of this voter</span>
        <input
          value={voters[current].name}
          maxLength={80}
          onInput={({ currentTarget }) => onChange((before) => renameVoter(before, currentTarget.value))}
        />
      </label>
      <button type="button" onClick={() => onChange(addVoter)}>
        Add a voter
      </button>
      <button type="button" disabled={voters.length === 1} onClick={() => onChange(removeVoter)}>
        Remove this voter
      </button>
      <button type="button" onClick={() => onChange(clearPlaces)}>
        Clear these tiers
      </button>
    </div>
  );
}
