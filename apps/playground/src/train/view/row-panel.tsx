import { useState } from "preact/hooks";
import { parseRow } from "../state/typed-row.ts";
import type { RowsSummary, TopItem, TrainTasks } from "../work/train-tasks.ts";

/** A panel that shows the best items for a row that the user types. */
export function RowPanel({
  rows,
  tasks,
}: {
  readonly rows: RowsSummary;
  readonly tasks: () => TrainTasks;
}): preact.JSX.Element {
  const { itemNames } = rows;
  const [text, setText] = useState(() => (itemNames === undefined ? "3:1 14:0.5" : itemNames.slice(0, 2).join("\n")));
  const [top, setTop] = useState<readonly TopItem[]>([]);
  const [problem, setProblem] = useState<string>();
  const rank = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      setTop(await tasks().top(parseRow(text, rows)));
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <form onSubmit={(event) => void rank(event)}>
        <label class="field wide">
          <span>
            {itemNames === undefined
              ? `Features of a row, such as 3:0.5 14 (numbers below ${rows.featureCount})`
              : "Items that a user likes, one per line; put - before disliked ones"}
          </span>
          <textarea rows={3} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <button type="submit" class="primary">
          Show the best items
        </button>
      </form>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {top.length > 0 && (
        <table class="top">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">item</th>
              <th class="figure" scope="col">
                score
              </th>
            </tr>
          </thead>
          <tbody>
            {top.map(({ name, score }, k) => (
              <tr key={name}>
                <td>{k + 1}</td>
                <th scope="row" class="name">
                  <bdi>{name}</bdi>
                </th>
                <td class="figure">{score.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
