import { useState } from "preact/hooks";
import { memo } from "../../page/memo.ts";
import { addItems, addTier, type Board, createBoard, limits, namesIn, removeItem, removeTier } from "../state/board.ts";

/** The controls that add and remove items and tiers. New votes do not redraw these controls. */
export const ItemsEditor = memo(function ItemsEditor({
  items,
  tierCount,
  onChange,
}: {
  readonly items: readonly string[];
  readonly tierCount: number;
  readonly onChange: (change: (board: Board) => Board) => void;
}): preact.JSX.Element {
  const [text, setText] = useState("");
  const [item, setItem] = useState("");
  const isFull = items.length >= limits.items;
  const add = (event: Event): void => {
    event.preventDefault();
    onChange((before) => addItems(before, namesIn(text)));
    setText("");
  };
  return (
    <details class="editor">
      <summary>Items and tiers</summary>
      <form onSubmit={add}>
        <label class="field wide">
          <span>New items, one per line or separated by commas</span>
          <textarea rows={3} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <div class="bar">
          <button type="submit" class="primary" disabled={isFull || namesIn(text).length === 0}>
            Add items
          </button>
          <button type="button" onClick={() => onChange(({ tiers }) => createBoard([], tiers))}>
            Start with an empty board
          </button>
          {isFull && <span class="hint">A board has at most {limits.items} items.</span>}
        </div>
      </form>
      <div class="bar">
        <label class="field">
          <span>Item to remove</span>
          <select value={item} onChange={({ currentTarget }) => setItem(currentTarget.value)}>
            <option value="">–</option>
            {items.map((name, k) => (
              <option key={k} value={String(k)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          disabled={item === ""}
          onClick={() => {
            onChange((before) => removeItem(before, Number(item)));
            setItem("");
          }}
        >
          Remove
        </button>
        <button type="button" disabled={tierCount >= limits.tiers} onClick={() => onChange(addTier)}>
          Add a tier
        </button>
        <button type="button" disabled={tierCount <= 2} onClick={() => onChange(removeTier)}>
          Remove the lowest tier
        </button>
      </div>
    </details>
  );
});
