import { useEffect, useState } from "preact/hooks";
import type { OpenedFile } from "../../files/opened-file.ts";
import { addChoice, type Board, removeLastChoice } from "../state/board.ts";
import type { AskRequest } from "../work/next-question.ts";

/** The number of items per question. */
const setSize = 4;

/** Best-worst questions, each of which asks for the best and the worst item of the set that is expected to be most informative. */
export function Questions({
  board,
  votes,
  ask,
  onChange,
}: {
  readonly board: Board;
  readonly votes: OpenedFile | undefined;
  readonly ask: (request: AskRequest) => Promise<readonly number[]>;
  readonly onChange: (change: (board: Board) => Board) => void;
}): preact.JSX.Element {
  const { items, voters, current } = board;
  const answered = voters[current].choices.length;
  const [shown, setShown] = useState<readonly number[]>([]);
  const [best, setBest] = useState<number>();
  const [worst, setWorst] = useState<number>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let isOld = false;
    setBest(undefined);
    setWorst(undefined);
    if (items.length < 2) return setShown([]);
    const request = { items, votes, size: setSize, seed: 1 + answered };
    const show = (set: readonly number[], trouble: string | undefined): void => {
      if (isOld) return;
      setShown(set);
      setProblem(trouble);
    };
    ask(request).then(
      (set) => show(set, undefined),
      (error: Error) => show([], error.message),
    );
    return () => {
      isOld = true;
    };
  }, [items, votes, answered, ask]);

  if (items.length < 2) return <p class="hint">Add at least two items.</p>;
  const valid = shown.filter((item) => item < items.length);
  const radio = (
    label: string,
    item: number,
    chosen: number | undefined,
    other: number | undefined,
    choose: (item: number) => void,
  ): preact.JSX.Element => (
    <td>
      <input
        type="radio"
        name={`${label}-${current}`}
        aria-label={`${items[item]} is the ${label}`}
        checked={item === chosen}
        disabled={item === other}
        onChange={() => choose(item)}
      />
    </td>
  );
  const answer = (): void => {
    if (best === undefined || worst === undefined) return;
    onChange((before) => addChoice(before, { best, worst, shown: valid }));
  };
  return (
    <div class="questions">
      <p>
        Question {answered + 1} for <bdi>{voters[current].name}</bdi>: which of these is the best, and which the worst?
      </p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <table class="question">
        <thead>
          <tr>
            <th scope="col">best</th>
            <th scope="col">item</th>
            <th scope="col">worst</th>
          </tr>
        </thead>
        <tbody>
          {valid.map((item) => (
            <tr key={item}>
              {radio("best", item, best, worst, setBest)}
              <th scope="row">
                <bdi>{items[item]}</bdi>
              </th>
              {radio("worst", item, worst, best, setWorst)}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="bar">
        <button type="button" class="primary" disabled={best === undefined || worst === undefined} onClick={answer}>
          Answer
        </button>
        <button type="button" disabled={answered === 0} onClick={() => onChange(removeLastChoice)}>
          Undo the last answer
        </button>
      </div>
      <p class="hint">
        Each question is the one whose answer is expected to shorten the intervals most. Tiers and answers both count as
        votes.
      </p>
    </div>
  );
}
