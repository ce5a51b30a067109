import { useEffect, useState } from "preact/hooks";
import type { OpenedFile } from "../files/opened-file.ts";
import { createIntegralState, type IntegralState } from "../integral/state/integral-state.ts";
import { decodeIntegral } from "../integral/state/share-integral.ts";
import { RankView } from "../rank/rank-view.tsx";
import { createRankState, type RankState } from "../rank/state/rank-state.ts";
import { decodeState } from "../rank/state/share.ts";
import { type TrainSettings, usualTraining } from "../train/state/train-settings.ts";
import { lazy } from "./lazy.tsx";
import { parseFragment, type ViewName, views } from "./route.ts";

const TrainView = lazy(async () => (await import("../train/view/train-view.tsx")).TrainView);
const IntegralView = lazy(async () => (await import("../integral/view/integral-view.tsx")).IntegralView);

/** The page, which shows a header and the view that the fragment of the URL names. */
export function App(): preact.JSX.Element {
  const [view, setView] = useState<ViewName>(() => parseFragment(location.hash).view);
  const [rank, setRank] = useState<RankState>(createRankState);
  const [integral, setIntegral] = useState<IntegralState>(createIntegralState);
  const [trainFile, setTrainFile] = useState<OpenedFile>();
  const [training, setTraining] = useState<TrainSettings>(usualTraining);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const follow = async (): Promise<void> => {
      const { view: next, shared } = parseFragment(location.hash);
      setView(next);
      setProblem(undefined);
      if (shared === undefined) return;
      try {
        if (next === "rank") setRank(await decodeState(shared));
        if (next === "integral") setIntegral(await decodeIntegral(shared));
      } catch (error) {
        setProblem(`The link cannot be opened: ${(error as Error).message}.`);
      }
    };
    void follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);

  const title = views.find(([name]) => name === view)?.[1];
  useEffect(() => {
    document.title = `${title} · Tierwise playground`;
  }, [title]);
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
        <h1>{title}</h1>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {view === "rank" && <RankView state={rank} onChange={setRank} />}
        {view === "train" && (
          <TrainView file={trainFile} settings={training} onFile={setTrainFile} onSettings={setTraining} />
        )}
        {view === "integral" && <IntegralView state={integral} onChange={setIntegral} />}
      </main>
      <footer>
        <p>Everything runs in this page: no file, vote or model leaves your browser.</p>
      </footer>
    </>
  );
}
