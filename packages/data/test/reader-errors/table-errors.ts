import { parsePreferences, parseRatings, type ReadPreferencesOptions, readPreferences } from "../../src/index.ts";
import type { ErrorCase } from "./error-case.ts";

const ratings = "user,item,rating\nann,tea,5\nann,milk,2\n";
const battles = "model_a,model_b,winner\nx,y,model_a\n";

/** Reads text as the file `f.csv`. */
const table = (text: string, options: ReadPreferencesOptions = {}) => ({
  read: () => parsePreferences(text, { file: "f.csv", ...options }),
});

/** Reads two files as one dataset. */
const both = (one: string, other: string, options: ReadPreferencesOptions = {}): Pick<ErrorCase, "read"> => ({
  read: (file) => readPreferences([file("one.csv", one), file("f.csv", other)], options),
});

/** The errors about tables: columns, values and interpretation. */
export const tableErrors: readonly ErrorCase[] = [
  {
    message: 'f.csv:1: columns has the unknown key "users"; expected one of user, …',
    option: "columns",
    ...table(ratings, { columns: { users: 0 } as ReadPreferencesOptions["columns"] & object }),
  },
  {
    message: "f.csv:1: there is no column 7; the columns are numbered from 0 to 2",
    option: "columns",
    ...table(ratings, { columns: { item: 7 } }),
  },
  {
    message: 'f.csv:1: there is no column "film"; the columns are "user", "item", "rating"',
    option: "columns",
    ...table(ratings, { columns: { item: "film" } }),
  },
  {
    message:
      'f.csv: columns contains the role winner, which does not apply to the format "ratings"; expected one of user, …',
    option: "columns",
    ...table(ratings, { format: "ratings", columns: { winner: 0 } }),
  },
  {
    message: "f.csv: can be read in 2 ways, which may give different winners",
    option: "winner",
    ...table("a,b,winner\nx,y,0\ny,z,1\n"),
  },
  {
    message: "f.csv:1: has no recognizable header, so the roles of its columns are unclear: column 0 (such as …",
    option: "columns",
    ...table("1,2,3\n2,1,4\n1,3,5\n"),
  },
  {
    message: 'f.csv: the columns are not recognized; found "model_a" (such as "x"), "model_b" (such as "y")',
    option: "columns",
    ...table("model_a,model_b\nx,y\n"),
  },
  {
    message: 'f.csv: column "rating" contains "good"; expected numbers; found "user" (such as "ann"), …',
    option: "columns",
    ...table("user,item,rating\nann,tea,good\nann,milk,bad\n"),
  },
  { message: "f.csv: is empty; expected data", ...table(" \n") },
  {
    message: 'f.csv: contains a header ("user", "item", "rating") but no rows; expected data',
    ...table("user,item,rating\n"),
  },
  {
    message: 'f.csv: keep applies only to the format "battles", but the format of this file is "ratings"',
    option: "keep",
    ...table(ratings, { keep: { cluster: "user" } }),
  },
  {
    message: 'f.csv: there is no column "language" to keep; the columns are "model_a", "model_b", "winner"',
    option: "keep",
    ...table(battles, { keep: { factors: ["language"] } }),
  },
  {
    message: 'f.csv: the format is "battles", but the files before it have the format "ratings"',
    option: "format",
    ...both(ratings, battles),
  },
  {
    message: "f.csv: contains orders, but the files before it contain a table",
    option: "format",
    ...both(ratings, "a > b\nb > c\n"),
  },
  {
    message: "f.csv: lower values are better in this file, but higher values are better in the files before it",
    option: "best",
    ...both(ratings, "user,item,place\nann,tea,1\n", { columns: { user: 0, item: 1, rating: 2 } }),
  },
  {
    message:
      'f.csv:3: the number of fields is 2; expected 3, as in the first line; such rows can be skipped with missing: "skip"',
    option: "missing",
    ...table("user,item,rating\nann,tea,5\nann,milk\n"),
  },
  {
    message:
      "f.csv:3: the number of fields is 4; expected 3, as in the first line; names that contain the delimiter need quotes",
    option: "missing",
    ...table("user,item,rating\nann,tea,5\nann,Good, Bad,3\n"),
  },
  {
    message: 'f.csv: the format is "battles"; expected ratings, places, clicks or impressions',
    option: "format",
    read: () => parseRatings(battles, { file: "f.csv" }),
  },
  {
    message: "f.csv: contains no observations (1 row skipped: rating missing)",
    ...table("user,item,rating\nann,tea,\n", { missing: "skip" }),
  },
  {
    message: 'f.csv:3: the rating is missing (column "rating"); rows without one can be skipped with missing: "skip"',
    option: "missing",
    ...table("user,item,rating\nann,tea,5\nann,milk,NA\n"),
  },
  {
    message: 'f.csv:6: rating "x" in column "rating" is not a number',
    option: "columns",
    ...table("user,item,rating\nann,tea,5\nann,milk,4\nann,rice,3\nann,rye,2\nann,oats,x\n"),
  },
  {
    message:
      'f.csv: "ann" gives item "tea" two different ratings; choose one with duplicates: "last", "first" or "mean"',
    option: "duplicates",
    ...table(`${ratings}ann,tea,4\n`),
  },
  {
    message: 'f.csv:3: winner "model_c" in column "winner" is not "model_a" or "model_b", nor a tie',
    option: "winner",
    ...table(`${battles}x,y,model_c\n`),
  },
  {
    message:
      'f.csv:3: column "result" contains "tie", but files of winners and losers have no ties; use the columns a, b and winner, with the value "tie"',
    option: "columns",
    ...table("winner,loser,result\nx,y,win\ny,z,tie\n"),
  },
  {
    message: 'f.csv:2: weight "-1" in column "count" is not a nonnegative number',
    option: "columns",
    ...table("winner,loser,count\nx,y,-1\n"),
  },
  {
    message: 'f.csv:2: length "long" in column "length" is not a number',
    option: "columns",
    ...table("model_a,model_b,winner,length\nx,y,model_a,long\n", { keep: { numbers: ["length"] } }),
  },
  {
    message: 'f.csv:2: weight "many" in column "weight" is not a nonnegative number',
    option: "columns",
    ...table("choice1,choice2,weight\nann,bob,many\n", { format: "ballots", columns: { weight: "weight" } }),
  },
  {
    message: 'f.csv:2: "cy" is not among the items shown: "ann, bob"',
    option: "columns",
    ...table('best,shown\ncy,"ann, bob"\n'),
  },
  {
    message: 'f.csv:2: "ann" is both best and worst',
    option: "columns",
    ...table('best,worst,shown\nann,ann,"ann, bob"\n'),
  },
  {
    message: 'f.csv:1002: "soon" in column "milk" is not a number',
    option: "columns",
    ...table(`voter,tea,milk\n${"ann,5,4\n".repeat(1000)}bob,4,soon\n`, { columns: { user: 0 } }),
  },
  {
    message: 'f.csv: "ann" judges "tea" twice; choose one with duplicates: "last", "first" or "mean"',
    option: "duplicates",
    ...table("voter,tea,milk\nann,5,4\nann,4,4\n", { columns: { user: 0 } }),
  },
  { message: 'f.csv:2: item "a" occurs twice', ...table("ranking\na > b > a\n") },
  { message: "f.csv:2: a name is empty", ...table("ranking\na > NA > b\n") },
];
