import { useEffect, useState } from "preact/hooks";
import { RankView } from "../rank/rank-view.tsx";
import { createRankState, type RankState } from "../rank/state/rank-state.ts";
import { decodeState } from "../rank/state/share.ts";
import { parseFragment, type ViewName, views } from "./route.ts";

/** The page: its header, and the view that the fragment of the URL names. */
export function App(): preact.JSX.Element {
  const [view, setView] = useState<ViewName>(() => parseFragment(location.hash).view);
  const [rank, setRank] = useState<RankState>(createRankState);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const follow = async (): Promise<void> => {
      const { view: next, shared } = parseFragment(location.hash);
      setView(next);
      setProblem(undefined);
      if (next !== "rank" || shared === undefined) return;
      try {
        setRank(await decodeState(shared));
      } catch (error) {
        setProblem(`The link cannot be opened: ${(error as Error).message}.`);
      }
    };
    void follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);

  return (
    <>
      <header>
        <p class="brand">Tierwise playground</p>
        <nav aria-label="Parts of the playground">
          {views.map(([name, title]) => (
            <a key={name} href={`#${name}`} {...(name === view && { "aria-current": "page" })}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <h1>{views.find(([name]) => name === view)?.[1]}</h1>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <RankView state={rank} onChange={setRank} />
      </main>
      <footer>
        <p>Everything runs in this page: no file, vote or model leaves your browser.</p>
      </footer>
    </>
  );
}
