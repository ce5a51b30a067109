/** The style sheet of a report: system fonts, aligned numbers, and light or dark mode according to the system settings. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --sheet: #ffffff; --ink: #1f2328; --soft: #667079; --line: #e3e1da; --accent: #0072b2;
  --series-1: #0072b2; --series-2: #d55e00; --series-3: #009e73; --series-4: #b0568b; --series-5: #8f6a00; --series-6: #4a5a78;
  --series-7: #2b9bc4; --series-8: #7a7a7a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --sheet: #1c2026; --ink: #e6e3dc; --soft: #98a1aa; --line: #30363e; --accent: #6cb8e6;
    --series-1: #5fb3e6; --series-2: #f08a4b; --series-3: #3ecfa0; --series-4: #e39ac4; --series-5: #e5c04a; --series-6: #a3b4d6;
    --series-7: #8fd3ee; --series-8: #b3b3b3;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 60rem; margin: 0 auto; padding: 3.5rem 1.5rem 5rem; }
header { margin-bottom: 2.5rem; }
.brand { color: var(--accent); font-weight: 650; letter-spacing: .02em; margin: 0 0 .6rem; }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .6rem; font-weight: 700; text-wrap: balance; }
.lead { color: var(--soft); font-size: 1.08rem; margin: 0; max-width: 46rem; }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 1.6rem 1.8rem 1.7rem; margin: 1.25rem 0; }
h2 { font-size: 1.18rem; margin: 0 0 1rem; letter-spacing: -.01em; }
h2:has(+ p) { margin-bottom: .25rem; }
section > p { color: var(--soft); margin: 0 0 1.1rem; max-width: 46rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .8rem; margin: 1.6rem 0 0; }
.card { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1.1rem; }
.card b { display: block; font-size: 1.55rem; letter-spacing: -.02em; font-variant-numeric: tabular-nums; line-height: 1.25; }
.card span { color: var(--soft); font-size: .88rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem; }
.scroll + .scroll { margin-top: 1.5rem; }
caption { text-align: left; color: var(--soft); font-size: .9rem; padding-bottom: .45rem; }
th, td { text-align: left; padding: .42rem .7rem; border-bottom: 1px solid var(--line); white-space: nowrap; font-weight: 400; }
thead th { color: var(--soft); font-weight: 600; font-size: .85rem; border-bottom-width: 2px; }
tbody tr:last-child > * { border-bottom: 0; }
.figure { text-align: right; }
td b, th b { font-weight: 750; color: var(--accent); }
figure { margin: 0; }
figure + figure { margin-top: 1.8rem; }
figcaption { color: var(--soft); font-size: .9rem; margin-top: .4rem; max-width: 46rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 1.6rem; align-items: end; }
.pair figure + figure { margin-top: 0; }
svg { display: block; width: 100%; height: auto; max-width: none; color: var(--ink); background: none; overflow: visible; }
svg text { font-family: inherit; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; font-size: .9rem; margin-bottom: .5rem; }
.legend i { display: inline-block; width: .8em; height: .8em; border-radius: 3px; margin-right: .45em; vertical-align: -.06em; }
pre { margin: 0; padding: .9rem 1.1rem; border-radius: 8px; background: var(--paper); border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.4rem; margin: 1.1rem 0 0; font-size: .95rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media print { body { background: #fff; } section, .card { break-inside: avoid; } }
`;
