import { expect, test } from "vitest";
import { draw, drawOnPage, joinDrawings } from "../../src/figures.ts";

/** The names of the attributes of each tag. */
function attributes(svg: string): string[][] {
  return Array.from(svg.matchAll(/<\w+((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/g), ([, all]) =>
    Array.from(all.matchAll(/([\w:-]+)="/g), ([, name]) => name),
  );
}

test("combined drawings have no duplicate attributes and no colors that depend on a page", () => {
  const panel = drawOnPage({ width: 200, height: 100, marks: [], style: { color: "var(--ink, #123456)" } });
  const svg = joinDrawings([panel, panel]);
  expect(svg).toMatch(/^<svg [^>]*width="400" height="100"/);
  expect(svg.match(/<svg x="(0|200)" y="0"/g)).toHaveLength(2);
  expect(svg).not.toMatch(/var\(|currentColor/);
  const tags = attributes(svg);
  expect(tags.length).toBeGreaterThan(3);
  for (const names of [...tags, ...attributes(draw({ marks: [] }))]) expect(new Set(names).size).toBe(names.length);
});
