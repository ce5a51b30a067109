import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component whose code is loaded when the component is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P): preact.JSX.Element {
    const [problem, setProblem] = useState<string>();
    const [, setLoaded] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (view) => {
          loaded = view;
          setLoaded(true);
        },
        (error: Error) => setProblem(error.message),
      );
    }, []);
    if (problem !== undefined) return <p role="alert">This part could not be loaded: {problem}</p>;
    const View = loaded;
    return View === undefined ? <p class="empty">Loading …</p> : <View {...props} />;
  };
}
