import {
  parseLetor,
  parsePreferences,
  parsePrefLib,
  parseTiersJsonl,
  type ReadPreferencesOptions,
  readLetor,
} from "../../src/index.ts";
import type { ErrorCase } from "./error-case.ts";

const text = (content: string, options: ReadPreferencesOptions = {}) => ({
  read: () => parsePreferences(content, { file: "f.txt", ...options }),
});
const votes = (lines: string) => ({ read: () => parsePrefLib(lines, { file: "f.toi" }) });
const documents = (lines: string, options = {}) => ({ read: () => parseLetor(lines, { file: "f.txt", ...options }) });
const tiers = (line: string) => ({ read: () => parseTiersJsonl(line, { file: "f.jsonl" }) });
const two = "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n";
const asType = (type: string, order: string) => votes(`# DATA TYPE: ${type}\n${two}${order}\n`);

/** The errors in formats that are not tables: orders, tier lists, JSON, PrefLib and graded documents. */
export const formatErrors: readonly ErrorCase[] = [
  {
    message: 'f.txt:1101: expected an order such as "a > b = c", found "a, b"',
    option: "format",
    ...text(`${"a > b\n".repeat(1100)}a, b\n`),
  },
  {
    message: 'f.txt:2: expected a tier such as "S: name, name", found "nothing"',
    option: "format",
    ...text("S: a, b\nnothing\n", { format: "tier-list" }),
  },
  {
    message: 'f.txt:1001: tier "A" is not a list of names',
    ...text(`${'{"S": ["a"], "B": ["c"]}\n'.repeat(1000)}{"S": ["b"], "A": "c"}\n`),
  },
  {
    message:
      'f.txt:1: looks like multi-label data; expected the first line to be "rows features labels", such as "100 50 10"',
    ...text("0,3 1:0.5 4:1\n2 0:1e-3\n 4:-2\n"),
  },
  { message: "f.txt: contains no JSON object; expected one per row", ...text("[]") },
  { message: "f.txt:1: expected a JSON object: …", ...text('{"user": oops}\n') },
  { message: 'f.txt:2: expected a JSON object, found "oops"', ...text('{"user": 1, "item": 2}\noops') },
  { message: "f.txt:1: a JSON object is not closed", ...text('{"user": 1') },
  {
    message: "f.txt: is multi-label data in the format of the extreme classification repository …",
    ...text("1 2 3\n0 1:1\n"),
  },
  { message: 'f.txt: contains preference graphs, {"edges": …', ...text('{"edges": [["a", "b"]]}\n') },

  { message: 'f.jsonl:1: expected {"tiers": [["name", …', ...tiers('{"tiers": 3}') },
  {
    message: 'f.jsonl:1: rest is "top"; expected "lowest" or "unobserved"',
    ...tiers('{"tiers": [["a"]], "rest": "top"}'),
  },
  {
    message: "f.jsonl:1: weight is -1; expected a nonnegative finite number",
    ...tiers('{"tiers": [["a"]], "weight": -1}'),
  },
  { message: 'f.jsonl:1: item "a" occurs twice', ...tiers('{"tiers": [["a"], ["a"]]}') },

  { message: 'f.toi:1: expected the number of alternatives, found "many"', ...votes("# NUMBER ALTERNATIVES: many\n") },
  {
    message: "f.toi:4: the number of alternatives is 3; an earlier line states 2",
    ...votes(`${two}# NUMBER ALTERNATIVES: 3\n`),
  },
  { message: "f.toi:4: alternative 1 has two names", ...votes(`${two}# ALTERNATIVE NAME 1: c\n`) },
  { message: 'f.toi:2: expected 1,NAME with the name of an alternative, found "2,b"', ...votes("2\n2,b\n") },
  {
    message: "f.toi:3: the number of alternatives is 2 in the header, but the number of their names is 1",
    ...votes("# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: a\n1: 1\n"),
  },
  {
    message: "f.toi:4: alternative 2 has no name",
    ...votes("# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 3: c\n1: 1\n"),
  },
  { message: 'f.toi:4: expected voters: alternatives, found "x"', ...votes(`${two}x: 1,2\n`) },
  { message: 'f.toi:4: expected alternatives such as 1,{2,3},4, found "1,"', ...votes(`${two}1: 1,\n`) },
  { message: 'f.toi:4: expected alternatives such as 1,{2,3},4, found "x"', ...votes(`${two}1: 1,x\n`) },
  { message: 'f.toi:4: alternative "3" is not a number from 1 to 2', ...votes(`${two}1: 3\n`) },
  { message: "f.toi:4: alternative 1 occurs twice", ...votes(`${two}1: 1,1\n`) },
  { message: 'f.toi:5: expected orders of type soc, soi, toc or toi, found "wmd"', ...asType("wmd", "1: 1,2") },
  { message: "f.toi:5: an order of type soi contains a tie", ...asType("soi", "1: {1,2}") },
  { message: "f.toi:5: an order of type soc omits alternatives", ...asType("soc", "1: 1") },
  {
    message: "f.toi:5: number voters is 7 in the header; the file has 1",
    ...votes(`${two}# NUMBER VOTERS: 7\n1: 1,2\n`),
  },
  { message: "f.toi:1: the number of alternatives is missing", ...votes("# TITLE: none\n") },

  { message: 'f.txt:1: expected a relevance grade, found "x"', ...documents("x qid:1 1:1\n") },
  { message: 'f.txt:1: expected feature:value, found "one"', ...documents("1 qid:1 one\n") },
  { message: 'f.txt:1: value "x" of feature 1 is not a finite number', ...documents("1 qid:1 1:x\n") },
  { message: "f.txt:1: feature 1 occurs twice", ...documents("1 qid:1 1:1 1:2\n") },
  { message: "f.txt:2: some lines have a qid and some have none", ...documents("1 qid:1 1:1\n0 1:1\n") },
  {
    message: "f.txt:1: feature index 5 is not below 2, the number of features",
    ...documents("1 qid:1 5:1\n", { numFeatures: 2 }),
  },
  { message: "f.txt:1: the lines have no qid; expected the number of documents per query", ...documents("1 1:1\n") },
  {
    message: "f.txt:1: the number of documents is 1, but the sizes of the queries add up to 3",
    ...documents("1 1:1\n", { querySizes: [3] }),
  },
  {
    message: 'f.txt.query:1: expected a number of documents, found "many"',
    read(file) {
      file("f.txt.query", "many\n");
      return readLetor(file("f.txt", "1 1:1\n"));
    },
  },
];
