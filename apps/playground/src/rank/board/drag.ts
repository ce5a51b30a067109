/** Functions that are called when chips are dragged. */
export interface DragEvents {
  /** Called when an item is dropped on a tier or on the unplaced items. */
  readonly onDrop: (item: number, tier: number) => void;
}

/** A drag with the mouse starts after this many pixels. */
const slack = 5;
/** A finger starts to drag a chip after resting on it for this many milliseconds; before that, it scrolls. */
const holdTime = 180;
/** A drag within this many pixels of the window's edge scrolls the page. */
const scrollEdge = 48;

/**
 * Lets users drag chips (`[data-item]`) to tiers (`[data-tier]`) inside `root` by mouse, pen or touch. Returns a function that removes all
 * listeners. Dragging changes only a copy of the chip and one class, so the cost does not depend on the number of items.
 */
export function enableDragging(root: HTMLElement, { onDrop }: DragEvents): () => void {
  const ended = new AbortController();
  const { signal } = ended;

  root.addEventListener(
    "pointerdown",
    (event) => {
      const chip = (event.target as Element).closest<HTMLElement>("[data-item]");
      if (chip === null || event.button !== 0) return;
      startPress(chip, event);
    },
    { signal },
  );

  function startPress(chip: HTMLElement, start: PointerEvent): void {
    const press = new AbortController();
    const isMouse = start.pointerType === "mouse";
    let ghost: HTMLElement | undefined;
    let target: HTMLElement | null = null;
    const hold = isMouse ? undefined : setTimeout(() => begin(start.clientX, start.clientY), holdTime);
    const options = { signal: press.signal };

    function begin(x: number, y: number): void {
      const box = chip.getBoundingClientRect();
      ghost = chip.cloneNode(true) as HTMLElement;
      ghost.removeAttribute("data-item");
      ghost.setAttribute("aria-hidden", "true");
      ghost.classList.add("ghost");
      ghost.style.width = `${box.width}px`;
      document.body.append(ghost);
      chip.classList.add("dragged");
      follow(x, y);
    }

    function follow(x: number, y: number): void {
      if (ghost === undefined) return;
      ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -60%)`;
      const under = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-tier]") ?? null;
      if (under !== target) {
        target?.classList.remove("target");
        under?.classList.add("target");
        target = under !== null && root.contains(under) ? under : null;
      }
      if (y < scrollEdge) scrollBy(0, -12);
      else if (y > innerHeight - scrollEdge) scrollBy(0, 12);
    }

    function end(isDrop: boolean): void {
      clearTimeout(hold);
      press.abort();
      if (ghost === undefined) return;
      ghost.remove();
      chip.classList.remove("dragged");
      target?.classList.remove("target");
      // The click that follows a drop must not select the chip.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal: soon() });
      if (isDrop && target !== null) onDrop(Number(chip.dataset["item"]), Number(target.dataset["tier"]));
    }

    addEventListener(
      "pointermove",
      ({ pointerId, clientX, clientY }) => {
        if (pointerId !== start.pointerId) return;
        const distance = Math.hypot(clientX - start.clientX, clientY - start.clientY);
        if (ghost === undefined && distance > slack) {
          if (isMouse) begin(clientX, clientY);
          else return end(false);
        }
        follow(clientX, clientY);
      },
      options,
    );
    addEventListener("pointerup", ({ pointerId }) => pointerId === start.pointerId && end(true), options);
    addEventListener("pointercancel", ({ pointerId }) => pointerId === start.pointerId && end(false), options);
    addEventListener("keydown", ({ key }) => key === "Escape" && end(false), options);
    // A finger that drags must not scroll the page.
    addEventListener("touchmove", (event) => ghost !== undefined && event.preventDefault(), {
      ...options,
      passive: false,
    });
    signal.addEventListener("abort", () => end(false), options);
  }

  root.addEventListener(
    "contextmenu",
    (event) => {
      // On Android, a long press would open a menu.
      if ((event.target as Element).closest("[data-item]") !== null && (event as PointerEvent).pointerType === "touch")
        event.preventDefault();
    },
    { signal },
  );
  return () => ended.abort();
}

/** A signal that is aborted in the next task. */
function soon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort());
  return controller.signal;
}
