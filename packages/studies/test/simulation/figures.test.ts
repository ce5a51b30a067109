import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { decadesAround, powersOfTen } from "../../src/drawing/powers-of-ten.ts";
import { costFigure, mseFigure } from "../../src/figures.ts";
import { type CostResult, type MseSummary, methods } from "../../src/index.ts";

const summaries: MseSummary[] = [100, 1000].flatMap((itemCount) =>
  methods.flatMap((method, m) =>
    [100, 1000].map((samples) => {
      const mean = (m + 1) / (itemCount * samples);
      return { itemCount, samples, method, seeds: 5, mean, standardError: mean / 10, converged: 5 };
    }),
  ),
);
const costs: CostResult[] = methods.flatMap((method) =>
  [100, 1000].flatMap((itemCount) =>
    [1, 2].map((seed): CostResult => {
      return { study: "cost", itemCount, method, seed, steps: 1000, seconds: itemCount * seed, bytes: itemCount * 1e4 };
    }),
  ),
);

/** Parses the figure as a document, which requires well-formed SVG. */
function parse(svg: string): ReturnType<typeof parseHTML>["document"] {
  return parseHTML(`<!doctype html><html><body>${svg}</body></html>`).document;
}

describe("mseFigure", () => {
  const document = parse(mseFigure(summaries));

  test("has a panel for each N and a legend that names every method", () => {
    const texts = [...document.querySelectorAll("text")].map((text) => text.textContent);
    for (const N of ["N = 100", "N = 1,000"]) expect(texts.some((text) => text?.includes(N))).toBe(true);
    for (const method of methods) expect(texts.some((text) => text?.startsWith(method))).toBe(true);
    expect(document.querySelectorAll("svg > svg")).toHaveLength(3);
  });

  test("draws only finite coordinates", () => {
    const svg = mseFigure(summaries.map((summary) => ({ ...summary, standardError: Number.NaN })));
    for (const figure of [svg, mseFigure(summaries)]) expect(figure).not.toMatch(/NaN|Infinity/);
  });
});

test("costFigure has panels for time and memory, both with the reference point", () => {
  const reference = { label: "PyTorch", itemCount: 1000, seconds: 5000, bytes: 5e9 };
  const svg = costFigure(costs, reference);
  expect(svg).not.toMatch(/NaN|Infinity/);
  const texts = [...parse(svg).querySelectorAll("text")].map((text) => text.textContent);
  expect(texts.some((text) => text?.includes("seconds for 1,000 steps"))).toBe(true);
  expect(texts.some((text) => text?.includes("memory, MiB"))).toBe(true);
  expect(texts.filter((text) => text === "PyTorch")).toHaveLength(2);
});

test("powers of ten are formatted with superscripts", () => {
  expect([1, 1000, 1e-7, 1e-12, 50].map(powersOfTen)).toEqual(["10⁰", "10³", "10⁻⁷", "10⁻¹²", "50"]);
});

test("an axis extends from the power of ten below the values to the power above", () => {
  expect(decadesAround([3e-7, 2e-5])).toEqual([1e-7, 1e-6, 1e-5, 1e-4].map((value) => expect.closeTo(value, 12)));
  expect(decadesAround([1, 1])).toEqual([1, 10]);
});
