// A TypeDoc plugin that shows the guides in the navigation with the titles, sections and order of docs/README.md, initially expanded. It
// also adds the built playground to the site.
import { cpSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Application, Converter, JSX, RendererEvent } from "typedoc";
import { formulaHtml, isFormula } from "./formula.ts";

/** The title and section of each page, by its path without `.md`. */
function readMap() {
  const map = new Map([["docs/README", { title: "All guides", group: "Start here" }]]);
  let group = "";
  for (const line of readFileSync("docs/README.md", "utf8").split("\n")) {
    const [, section] = /^(\S.*):$/.exec(line) ?? [];
    if (section !== undefined) group = section;
    const [, title, file] = /^- \[([^\]]+)\]\(([\w./-]+)\.md\)/.exec(line) ?? [];
    if (file !== undefined) map.set(posix.join("docs", file), { title: title.replaceAll("`", ""), group });
  }
  return map;
}

/** Renders indented blocks that are formulas as MathML. */
function typesetFormulas(parser) {
  const program = parser.renderer.rules.code_block;
  parser.renderer.rules.code_block = (tokens, index, ...rest) => {
    const { content } = tokens[index];
    return isFormula(content) ? formulaHtml(content) : program(tokens, index, ...rest);
  };
}

/** @param {import("typedoc").Application} app */
export function load(app) {
  // Sets the option at the end of startup, because TypeDoc resets all options after it has loaded its plugins.
  app.on(Application.EVENT_BOOTSTRAP_END, () => app.options.setValue("markdownItLoader", typesetFormulas));
  const map = readMap();
  const titles = [...map.values()].map(({ title }) => title);
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, page) => {
    const { title, group } = map.get(page.name) ?? {};
    if (title === undefined) throw new Error(`docs/README.md does not list ${page.name}.md`);
    page.name = title;
    page.frontmatter.group = group;
  });
  app.on(Application.EVENT_PROJECT_REVIVE, (project) => {
    const place = (page) => titles.indexOf(page.name);
    const isPage = (child) => child.isDocument();
    project.documents?.sort((a, b) => place(a) - place(b));
    const children = project.childrenIncludingDocuments ?? [];
    const pages = children.filter(isPage).sort((a, b) => place(a) - place(b));
    project.childrenIncludingDocuments = [...pages, ...children.filter((child) => !isPage(child))];
  });
  app.renderer.on(RendererEvent.END, ({ outputDirectory }) => {
    cpSync("apps/playground/dist", join(outputDirectory, "playground"), { recursive: true });
  });
  app.renderer.hooks.on("sidebar.begin", (context) => {
    const href = context.relativeURL("playground/index.html");
    return JSX.createElement("p", null, JSX.createElement("a", { href }, "Open the playground"));
  });
  const groups = JSON.stringify([...new Set([...map.values()].map(({ group }) => group))]);
  const html = `for (const group of ${groups}) localStorage["tsd-accordion-" + group] ??= "true";`;
  app.renderer.hooks.on("head.end", () => JSX.createElement("script", null, JSX.createElement(JSX.Raw, { html })));
}
