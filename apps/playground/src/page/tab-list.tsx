import { useRef } from "preact/hooks";

/** A row of tabs, in which the arrow keys select the next or the previous tab. */
export function TabList<T extends string>({
  label,
  tabs,
  selected,
  panel,
  onSelect,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [id: T, words: string])[];
  readonly selected: T;
  /** The id of the element that shows the selected tab. */
  readonly panel: string;
  readonly onSelect: (id: T) => void;
}): preact.JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (tabs.findIndex(([id]) => id === selected) + step + tabs.length) % tabs.length;
    onSelect(tabs[at][0]);
    (list.current?.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(([id, words]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${panel}-${id}`}
          aria-selected={id === selected}
          aria-controls={panel}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
