import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAnnouncer } from "../../page/announcer.tsx";
import { type Board, placeItem, tiersOf, unplaced } from "../state/board.ts";
import { keyEffect } from "./board-keys.ts";
import { enableDragging } from "./drag.ts";
import { TierRow } from "./tier-row.tsx";

/** The tiers of the current voter. Items move by mouse, touch or keyboard, or by a click on an item and then on a tier. */
export function TierBoard({
  board,
  onChange,
}: {
  readonly board: Board;
  readonly onChange: (change: (board: Board) => Board) => void;
}): preact.JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<number>();
  const [search, setSearch] = useState("");
  const [region, announce] = useAnnouncer();
  const focused = useRef<number | undefined>(undefined);
  const lists = useMemo(() => tiersOf(board), [board]);
  const nameOf = (tier: number): string => (tier === unplaced ? "not placed" : `tier ${board.tiers[tier]}`);

  const place = (item: number, tier: number): void => {
    onChange((before) => placeItem(before, item, tier));
    setSelected(undefined);
    announce(`${board.items[item]}: ${nameOf(tier)}`);
  };
  const placeLatest = useRef(place);
  placeLatest.current = place;

  useEffect(() => {
    if (root.current === null) return;
    return enableDragging(root.current, { onDrop: (item, tier) => placeLatest.current(item, tier) });
  }, []);
  // A moved chip is created again in its new tier, so it must get the focus back.
  useLayoutEffect(() => {
    if (focused.current !== undefined) chipOf(focused.current)?.focus();
    focused.current = undefined;
  });

  const chipOf = (item: number): HTMLElement | null | undefined =>
    root.current?.querySelector<HTMLElement>(`[data-item="${item}"]`);
  const tierOf = (item: number): number => board.voters[board.current].places[item];

  const onClick = ({ target }: MouseEvent): void => {
    const chip = (target as Element).closest<HTMLElement>("[data-item]");
    if (chip !== null) {
      const item = Number(chip.dataset["item"]);
      setSelected(item === selected ? undefined : item);
      if (item !== selected) announce(`${board.items[item]} selected; choose a tier`);
      return;
    }
    const row = (target as Element).closest<HTMLElement>("[data-tier]");
    if (row !== null && selected !== undefined) place(selected, Number(row.dataset["tier"]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chip = (event.target as Element).closest<HTMLElement>("[data-item]");
    if (event.key === "Escape") setSelected(undefined);
    if (chip === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const item = Number(chip.dataset["item"]);
    const effect = keyEffect(event.key, tierOf(item), board.tiers.length);
    if (effect === undefined) return;
    event.preventDefault();
    if ("tier" in effect) {
      focused.current = item;
      place(item, effect.tier);
      return;
    }
    const chips = Array.from(chip.closest("ul")?.querySelectorAll<HTMLElement>("[data-item]") ?? []);
    const at = chips.indexOf(chip);
    const next = { start: 0, end: chips.length - 1, next: at + 1, previous: at - 1 }[effect.focus];
    chips[Math.max(0, Math.min(chips.length - 1, next))]?.focus();
  };

  const row = (tier: number, label: string, items: readonly number[]): preact.JSX.Element => (
    <TierRow
      key={tier}
      tier={tier}
      label={label}
      items={items}
      names={board.items}
      selected={selected !== undefined && tierOf(selected) === tier ? selected : undefined}
      search={search}
    />
  );
  return (
    <>
      {board.items.length > 30 && (
        <label class="field">
          <span>Search the items</span>
          <input type="search" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
        </label>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chips inside are buttons; this element only receives their events. */}
      <div
        class={selected === undefined ? "board" : "board placing"}
        ref={root}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {board.tiers.map((label, tier) => row(tier, label, lists.tiers[tier]))}
        {row(unplaced, "Not placed", lists.unplacedItems)}
      </div>
      <p class="hint">
        Drag an item to a tier, or select the item and then the tier. With the keyboard: <kbd>↑</kbd> <kbd>↓</kbd> move
        the item, <kbd>1</kbd>–<kbd>9</kbd> select a tier, <kbd>←</kbd> <kbd>→</kbd> move the focus.
      </p>
      {region}
    </>
  );
}
