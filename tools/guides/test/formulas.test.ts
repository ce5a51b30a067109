// Tests how the documentation site typesets formulas.
import { expect, test } from "vitest";
import { formulaHtml, isFormula, mathMl } from "../../site/formula.ts";

test.each([
  "P(S₁ ≻ … ≻ S_M; w) = ∏_{m<M} ∫₀¹ ∏_{i∈S_m} (1 − u^{exp(w_i − w_R)}) du,     R = S_{m+1} ∪ … ∪ S_M",
  "min over W, H of ‖Y − XWHᵀ‖² + (λ/2)(‖W‖² + ‖H‖²)",
  "m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²\nw ← (1 − ηλ)w − η · m/(1 − β₁ᵗ)",
])("%s is a formula", (block) => expect(isFormula(block)).toBe(true));

test.each([
  "tierwise fit votes.csv --prior 0.1",
  "npm install @tierwise/losses",
  "hidden = relu(x·W₁ + b₁)             per block of rows",
  "const { items } = await session.run({ k: λ });",
  "2 3 4\n0,3 1:0.5 2:1",
])("%s is not a formula", (block) => expect(isFormula(block)).toBe(false));

test.each([
  ["w_i", "<msub><mi>w</mi><mrow><mi>i</mi></mrow></msub>"],
  ["e^{−x}", "<msup><mi>e</mi><mrow><mo>−</mo><mi>x</mi></mrow></msup>"],
  ["β₁ᵗ", "<msubsup><mi>β</mi><mrow><mn>1</mn></mrow><mrow><mi>t</mi></mrow></msubsup>"],
  ["Z⁻¹", "<msup><mi>Z</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup>"],
  ["Σ_i", '<munder><mo largeop="true">∑</mo><mrow><mi>i</mi></mrow></munder>'],
  ["log₂", "<msub><mi>log</mi><mrow><mn>2</mn></mrow></msub>"],
  ["XWᵀ", "<mi>X</mi><msup><mi>W</mi><mrow><mi>T</mi></mrow></msup>"],
  ["a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"],
  ["√x", "<msqrt><mi>x</mi></msqrt>"],
])("%s is typeset", (formula, expected) => expect(mathMl(formula)).toBe(expected));

test("parentheses nest", () => {
  const group = (content: string) => `<mrow><mo stretchy="false">(</mo>${content}<mo stretchy="false">)</mo></mrow>`;
  expect(mathMl("(a(b))^n")).toBe(`<msup>${group(`<mi>a</mi>${group("<mi>b</mi>")}`)}<mrow><mi>n</mi></mrow></msup>`);
});

test("a formula has its original text as its description", () => {
  expect(formulaHtml("Σ_i w_i < 1\n")).toContain('alttext="Σ_i w_i &lt; 1"');
});

test("definitions after a wide space get their own line", () => {
  expect(formulaHtml("S = Σ_i w_i,   w_i = e^{x_i}").match(/<math /g)).toHaveLength(2);
});
