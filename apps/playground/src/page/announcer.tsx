import { useState } from "preact/hooks";

/** A region that screen readers read aloud, and the function that sets its text. */
export function useAnnouncer(): [region: preact.JSX.Element, announce: (text: string) => void] {
  const [text, setText] = useState("");
  const region = (
    <p class="unseen" role="status">
      {text}
    </p>
  );
  return [region, setText];
}
