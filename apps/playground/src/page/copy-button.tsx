import { useState } from "preact/hooks";

/** A button that copies text and then confirms this. */
export function CopyButton({
  words,
  text,
}: {
  readonly words: string;
  readonly text: () => Promise<string> | string;
}): preact.JSX.Element {
  const [state, setState] = useState<{ words: string; isProblem: boolean }>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setState({ words: "Copied", isProblem: false });
    } catch (error) {
      setState({ words: (error as Error).message, isProblem: true });
    }
    setTimeout(() => setState(undefined), 4000);
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {state !== undefined && !state.isProblem ? state.words : words}
      </button>
      <span class={state?.isProblem ? "problem" : "unseen"} role="status">
        {state?.words}
      </span>
    </>
  );
}
