import { memo } from "../../page/memo.ts";

/** An item on the board. */
export const Chip = memo(function Chip({
  item,
  name,
  isSelected,
  isStop,
}: {
  readonly item: number;
  readonly name: string;
  readonly isSelected: boolean;
  /** Whether the Tab key moves the focus to this item. */
  readonly isStop: boolean;
}): preact.JSX.Element {
  return (
    <li>
      <button
        type="button"
        class="chip"
        data-item={item}
        aria-pressed={isSelected}
        tabIndex={isStop ? 0 : -1}
        title={name}
      >
        <bdi>{name}</bdi>
      </button>
    </li>
  );
});
