// Typesets the formulas in comments and guides. They are written in plain Unicode, such as `Σ_{i∈S} e^{w_i}`, so that they can be read in
// an editor, and become MathML.

/** Operators that have limits above and below them. */
const largeOperators = new Set(["Σ", "∏"]);
const functions = new Set(["log", "ln", "exp", "max", "min", "softmax", "relu", "cos", "Cov", "argmax"]);
const subscripts = "₀₁₂₃₄₅₆₇₈₉ₗᵢⱼ";
const subscriptMeaning = "0123456789lij";
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀᵗ′";
const superscriptMeaning = "0123456789−Tt′";

/** Whether an indented block is a formula: every line has mathematical symbols, and no line looks like a table or a command. */
export function isFormula(block: string): boolean {
  const lines = block.trimEnd().split("\n");
  return lines.every((line) => {
    const hasSymbols = /[Σ∏∫∂‖≻←λ√]|\w_[a-zA-Z{]|\^[{a-zA-Z(]|[₀-₉ᵀ]/.test(line);
    const isProgram = /["#$`─]|--|\w\(\{|=>|\.\w+\(|^\s*(tierwise|npm|pnpm|npx|POST)\b/.test(line);
    const isTable = /[^,\s] {3,}\S/.test(line.trim());
    return hasSymbols && !isProgram && !isTable;
  });
}

/** Converts a block of formulas, one per line, to HTML. The original text becomes the description for readers that cannot show MathML. */
export function formulaHtml(block: string): string {
  const lines = block.trimEnd().split(/\n|(?<=,) {3,}/);
  const formulas = lines.map(
    (line) => `<math display="block" alttext="${escaped(line.trim())}">${mathMl(line.trim())}</math>`,
  );
  return `<div class="formula">${formulas.join("")}</div>\n`;
}

/** The contents of a `<math>` element for a formula. */
export function mathMl(formula: string): string {
  return new FormulaReader(formula).sequence("");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function row(content: string): string {
  return `<mrow>${content}</mrow>`;
}

function operator(text: string, attributes = ""): string {
  return `<mo${attributes}>${escaped(text)}</mo>`;
}

/** Reads a formula from left to right: atoms, each followed by its subscripts and superscripts. */
class FormulaReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads everything up to the character `end`, which is skipped, or up to the end of the formula. */
  sequence(end: string): string {
    let content = "";
    while (this.#at < this.#text.length) {
      if (end !== "" && this.#text[this.#at] === end) {
        this.#at++;
        return content;
      }
      content += this.#scripted();
    }
    return content;
  }

  /** Reads one atom with the scripts that follow it. */
  #scripted(): string {
    const start = this.#text[this.#at];
    const atom = this.#atom();
    let [below, above] = ["", ""];
    for (;;) {
      const next = this.#text[this.#at] ?? "";
      if (next === "_" && below === "") below = this.#argument();
      else if (next === "^" && above === "") above = this.#argument();
      else if (next !== "" && subscripts.includes(next)) below += this.#run(subscripts, subscriptMeaning);
      else if (next !== "" && superscripts.includes(next)) above += this.#run(superscripts, superscriptMeaning);
      else break;
    }
    if (below === "" && above === "") return atom;
    const [under, over, both] = largeOperators.has(start)
      ? ["munder", "mover", "munderover"]
      : ["msub", "msup", "msubsup"];
    if (above === "") return `<${under}>${atom}${row(below)}</${under}>`;
    if (below === "") return `<${over}>${atom}${row(above)}</${over}>`;
    return `<${both}>${atom}${row(below)}${row(above)}</${both}>`;
  }

  /** Reads the argument of `_` or `^`, which is a group in braces or parentheses, or one word, number or symbol. */
  #argument(): string {
    this.#at++;
    if (this.#text[this.#at] === "{") {
      this.#at++;
      return this.sequence("}");
    }
    return this.#atom();
  }

  /** Reads a group in parentheses. The parentheses are not stretched, so that the line spacing stays even. */
  #group(): string {
    this.#at++;
    const fence = ' stretchy="false"';
    return row(operator("(", fence) + this.sequence(")") + operator(")", fence));
  }

  /** Reads consecutive Unicode subscripts or superscripts. */
  #run(characters: string, meaning: string): string {
    let text = "";
    for (; this.#at < this.#text.length && characters.includes(this.#text[this.#at]); this.#at++) {
      text += meaning[characters.indexOf(this.#text[this.#at])];
    }
    return /^\d+$/.test(text)
      ? `<mn>${text}</mn>`
      : text
          .replace(/−/, "<mo>−</mo>")
          .replace(/(\d+)$/, "<mn>$1</mn>")
          .replace(/^(\w|′)$/, "<mi>$1</mi>");
  }

  #atom(): string {
    const rest = this.#text.slice(this.#at);
    const [spaces] = /^ +/.exec(rest) ?? [""];
    if (spaces !== "") {
      this.#at += spaces.length;
      return spaces.length > 1 ? '<mspace width="2em"/>' : this.#spaceBetweenWords(rest);
    }
    const [number] = /^\d+(\.\d+)?/.exec(rest) ?? [];
    if (number !== undefined) return this.#take(number, `<mn>${number}</mn>`);
    const [name] = /^(?:PL-[A-Z]\w*|[A-Za-z][A-Za-z0-9]*(?:@k)?|[Α-ωℓ])/u.exec(rest) ?? [];
    if (name !== undefined && !largeOperators.has(name)) return this.#name(name);
    const symbol = String.fromCodePoint(rest.codePointAt(0) ?? 32);
    if (symbol === "√") return this.#root();
    if (symbol === "½") return this.#take(symbol, "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    if (largeOperators.has(symbol))
      return this.#take(symbol, operator(symbol === "Σ" ? "∑" : symbol, ' largeop="true"'));
    if (symbol === "∫") return this.#take(symbol, operator(symbol, ' largeop="true"'));
    if (symbol === "(") return this.#group();
    if (")[]{}|‖⟨⟩".includes(symbol)) return this.#take(symbol, operator(symbol, ' stretchy="false"'));
    if (symbol === "/") return this.#take(symbol, operator(symbol, ' lspace="0" rspace="0"'));
    return this.#take(symbol, operator(symbol));
  }

  #take(source: string, result: string): string {
    this.#at += source.length;
    return result;
  }

  /** A variable in italics, a differential, or a word in upright letters. */
  #name(name: string): string {
    if (/^d[a-z]$/.test(name) && !/^[(_]/.test(this.#text.slice(this.#at + 2))) {
      return this.#take(name, row(`<mspace width="0.17em"/><mi mathvariant="normal">d</mi><mi>${name[1]}</mi>`));
    }
    // A word of two or three capitals is a product of matrices, so only its first letter is read: in XWHᵀ, only H is transposed.
    if (/^[A-Z]{2,3}$/.test(name)) return this.#take(name[0], `<mi>${name[0]}</mi>`);
    return this.#take(
      name,
      [...name].length === 1 || functions.has(name) ? `<mi>${name}</mi>` : `<mtext>${name}</mtext>`,
    );
  }

  /** MathML ignores spaces, so this adds an explicit space between a word and its neighbors, except for operators. */
  #spaceBetweenWords(rest: string): string {
    const text = this.#text.slice(0, this.#at - 1);
    const afterWord = /[A-Za-z]{2,}$/.test(text) && /^ [\p{L}\d(√‖]/u.test(rest);
    const beforeWord = /[\p{L}\d)}]$/u.test(text) && /^ (?!d[a-z]\b)[A-Za-z]{2,}/.test(rest);
    return afterWord || beforeWord ? '<mspace width="0.3em"/>' : "";
  }

  /** Reads √ of a parenthesized group or of one atom. */
  #root(): string {
    this.#at++;
    if (this.#text[this.#at] !== "(") return `<msqrt>${this.#atom()}</msqrt>`;
    this.#at++;
    return `<msqrt>${this.sequence(")")}</msqrt>`;
  }
}
