import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const winner = (k: number): string => (k % 3 > 0 ? "model_a" : "model_b");
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), `${lines.join("\n")}\n`);

test("`--judges` names a judge with too few battles, and `--judge-prior` makes the fit converge", async () => {
  const battles = Array.from({ length: 60 }, (_, k) => `soup,stew,${winner(k)},judge ${k % 2}`);
  write("judges.csv", ["model_a,model_b,winner,judge", ...battles, "soup,stew,model_a,newcomer"]);
  const { code, stderr } = await run("fit", "judges.csv", "-q", "--judges");
  expect(code).toBe(1);
  expect(stderr).toContain('judge "newcomer", with 1 battle, is infinite; set a prior, such as --judge-prior 1');
  const { stdout } = await run("fit", "judges.csv", "-q", "--json", "--judges", "--judge-prior", "1");
  expect(JSON.parse(stdout).judges.reliabilities).toHaveLength(3);
});

test("`--by` prints only the first few of many problems, and suggests using a column with few values", async () => {
  const battles = Array.from({ length: 40 }, (_, k) => `soup,stew,${winner(k)},q${k}`);
  write("questions.csv", ["model_a,model_b,winner,question", ...battles]);
  const { stderr } = await run("fit", "questions.csv", "--by", "question");
  expect(stderr.match(/is left out:/g)).toHaveLength(5);
  expect(stderr).toContain("35 more of the 40 values of question are left out; --by suits columns with few values");
});
