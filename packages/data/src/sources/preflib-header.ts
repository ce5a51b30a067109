import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { COST, checkMemory, createMemoryMeter, type MemoryOptions, resolveMaxBytes } from "../reading/memory-limit.ts";

/** The header of a PrefLib file: the number and names of the alternatives, and stated facts to check. */
export interface PrefLibHeader {
  /** The number of alternatives, or undefined until it is known. */
  readonly count: number | undefined;
  /** The separator between the multiplicity and the alternatives of an order. */
  readonly separator: ":" | ",";
  /** Processes a line if it belongs to the header. Returns whether it does. */
  take(text: string, line: number): boolean;
  /** The stated value of `DATA TYPE`, `NUMBER VOTERS` or `NUMBER UNIQUE ORDERS`. */
  fact(key: string): string | undefined;
  /** The names of the alternatives. Each alternative must have a name: the stated count alone is never trusted. */
  names(line: number): string[];
}

/** Parses a non-negative integer of at most nine digits; throws an error that states what was expected. */
export function prefLibInteger(text: string, what: string, place: { file: string; line: number }): number {
  if (!/^\s*\d{1,9}\s*$/.test(text)) throw new DatasetError(`expected ${what}, found ${quoted(text)}`, place);
  return Number(text);
}

/**
 * Creates an empty header, to be filled from lines in one of two formats: comments `# NUMBER ALTERNATIVES: 3` and
 * `# ALTERNATIVE NAME 1: Ada`; or, before 2022, the number of alternatives, a line `1,Ada` for each, and a line
 * `voters,sum,orders`.
 */
export function createPrefLibHeader(file: string, options: MemoryOptions): PrefLibHeader {
  const maxBytes = resolveMaxBytes(options);
  const memory = createMemoryMeter(file, options);
  const facts = new Map<string, string>();
  const names = new Map<number, string>();
  let count: number | undefined;
  let isOld = false;

  function setCount(text: string, line: number): void {
    const found = prefLibInteger(text, "the number of alternatives", { file, line });
    if (count !== undefined && count !== found) {
      throw new DatasetError(`number alternatives is ${found}; an earlier line has ${count}`, { file, line });
    }
    checkMemory(COST.name * found, `${found} alternatives`, { file, line }, maxBytes);
    count = found;
  }

  function setName(alternative: number, name: string, line: number): void {
    if (names.has(alternative)) throw new DatasetError(`alternative ${alternative} has two names`, { file, line });
    memory.take(COST.name + 2 * name.length, line);
    names.set(alternative, name);
  }

  function takeComment(text: string, line: number): void {
    const [, key, value] = /^#\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(text) ?? [];
    if (key === undefined) return;
    const [, alternative] = /^ALTERNATIVE NAME (\d+)$/.exec(key) ?? [];
    if (alternative === undefined) facts.set(key, value);
    else setName(prefLibInteger(alternative, "the number of an alternative", { file, line }), value, line);
    if (key === "NUMBER ALTERNATIVES") setCount(value, line);
  }

  function takeOld(text: string, line: number): void {
    if (count === undefined) {
      setCount(text, line);
      isOld = true;
    } else if (line <= count + 1) {
      const [, number = "", name] = /^(\d+)\s*,\s*(.*?)\s*$/.exec(text) ?? [];
      if (Number(number) !== line - 1) {
        throw new DatasetError(`expected ${line - 1},NAME of an alternative, found ${quoted(text)}`, { file, line });
      }
      setName(line - 1, name, line);
    } else {
      const [, voters = "", orders = ""] = text.split(",");
      facts.set("NUMBER VOTERS", voters).set("NUMBER UNIQUE ORDERS", orders);
    }
  }

  return {
    get count() {
      return count;
    },
    get separator() {
      return isOld ? "," : ":";
    },
    take(text, line) {
      if (text.startsWith("#")) takeComment(text, line);
      else if (count === undefined || (isOld && line <= count + 2)) takeOld(text, line);
      else return false;
      return true;
    },
    fact: (key) => facts.get(key),
    names(line) {
      if (names.size !== count) {
        throw new DatasetError(`the header states ${count} alternatives, but names ${names.size}`, { file, line });
      }
      return Array.from({ length: count }, (_, i) => {
        const name = names.get(i + 1);
        if (name === undefined) throw new DatasetError(`alternative ${i + 1} has no name`, { file, line });
        return name;
      });
    },
  };
}
