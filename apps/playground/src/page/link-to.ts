/** The URL of a view of this page with a state to share. */
export function linkTo(view: string, shared: string): string {
  return `${location.href.split("#")[0]}#${view}/${shared}`;
}
