import { CopyButton } from "./copy-button.tsx";

/** A command to copy, which wraps only between words. */
export function CommandLine({ command }: { readonly command: string }): preact.JSX.Element {
  return (
    <div class="command">
      <pre>
        <code>{command.split(" ").flatMap((word, k) => [k > 0 ? " " : "", <span key={k}>{word}</span>])}</code>
      </pre>
      <CopyButton words="Copy" text={() => command} />
    </div>
  );
}
