import { memo } from "../../page/memo.ts";
import { Chip } from "./chip.tsx";

/** The maximum number of chips in a row; the search finds the other items. */
const mostChips = 100;

/** A tier with its items, or the items in no tier. */
export const TierRow = memo(function TierRow({
  tier,
  label,
  items,
  names,
  selected,
  search,
}: {
  /** The index of the tier, or `unplaced` for the items in no tier. */
  readonly tier: number;
  readonly label: string;
  readonly items: readonly number[];
  readonly names: readonly string[];
  /** The selected item, if it is in this tier. */
  readonly selected: number | undefined;
  /** The search text: only items whose names contain it are shown. */
  readonly search: string;
}): preact.JSX.Element {
  const wanted = search.trim().toLocaleLowerCase();
  const found = wanted === "" ? items : items.filter((item) => names[item].toLocaleLowerCase().includes(wanted));
  const shown = found.slice(0, mostChips);
  const stop = selected !== undefined && shown.includes(selected) ? selected : shown[0];
  return (
    <div class={tier < 0 ? "tier pool" : "tier"} data-tier={tier} style={{ "--tier": String(Math.max(0, tier)) }}>
      <h3>
        <bdi>{label}</bdi> <span>{items.length}</span>
      </h3>
      <ul>
        {shown.map((item) => (
          <Chip key={item} item={item} name={names[item]} isSelected={item === selected} isStop={item === stop} />
        ))}
        {found.length > shown.length && (
          <li class="more">… and {found.length - shown.length} more; use the search to find them</li>
        )}
        {items.length === 0 && <li class="more">{tier < 0 ? "All items are placed." : "Drop items here."}</li>}
      </ul>
    </div>
  );
});
