import { Component, type ComponentType, createElement, type FunctionComponent } from "preact";

/** A component that renders again only if one of its properties has changed. */
export function memo<P extends object>(view: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const [before, after] = [this.props as Record<string, unknown>, next as Record<string, unknown>];
      return Object.keys({ ...before, ...after }).some((name) => before[name] !== after[name]);
    }

    override render(): preact.JSX.Element {
      return createElement(view, this.props as P);
    }
  };
}
