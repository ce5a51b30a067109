import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { markupText } from "./markup-text.ts";
import { style } from "./style.ts";

export interface ReportSection {
  readonly title: string;
  /** A sentence or two below the title. */
  readonly text?: string;
  /** Tables and figures. */
  readonly html: string;
}

export interface Report {
  readonly title: string;
  readonly lead: string;
  /** Key figures shown at the top. */
  readonly cards?: readonly { readonly value: string; readonly name: string }[];
  readonly sections: readonly ReportSection[];
  /** The command that produced the report. */
  readonly command: string;
  readonly seed: string;
  /** Further details about how the report was produced. */
  readonly details?: Readonly<Record<string, string>>;
}

/** The report as one self-contained HTML page. */
export function reportPage({ title, lead, cards = [], sections, command, seed, details = {} }: Report): string {
  const parts = sections.map(({ title, text, html }) => {
    const words = text === undefined ? "" : `<p>${markupText(text)}</p>`;
    return `<section><h2>${markupText(title)}</h2>${words}${html}</section>`;
  });
  const figures = cards.map(
    ({ value, name }) => `<div class="card"><b>${markupText(value)}</b><span>${markupText(name)}</span></div>`,
  );
  const made = { seed, ...details, ...machine() };
  const list = Object.entries(made).map(([name, value]) => `<dt>${markupText(name)}</dt><dd>${markupText(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markupText(title)} · Tierwise</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="brand">Tierwise</p>
<h1>${markupText(title)}</h1>
<p class="lead">${markupText(lead)}</p>
${cards.length === 0 ? "" : `<div class="cards">${figures.join("")}</div>`}
</header>
${parts.join("\n")}
<section><h2>How this was made</h2><p>The same command and data give the same numbers; times depend on the machine.</p>
<pre>${markupText(command)}</pre>
<dl>${list.join("")}</dl>
</section>
</main>
</body>
</html>
`;
}

/** The software versions, the machine and the date. */
function machine(): Record<string, string> {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const [first] = cpus();
  return {
    tierwise: (JSON.parse(manifest) as { version: string }).version,
    Node: process.version,
    machine: `${cpus().length} × ${first?.model.trim() ?? process.arch}`,
    date: new Date().toISOString().slice(0, 16).replace("T", " "),
  };
}
