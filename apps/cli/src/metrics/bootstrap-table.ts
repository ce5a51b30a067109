import type { MethodSummary, RowMetric } from "@tierwise/studies";
import type { Colors, Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import { errorsText } from "./error-tables.ts";

const titles: Readonly<Partial<Record<RowMetric, string>>> = { precision: "P", psp: "PSP" };

/** Prints standard errors over the seeds, and compares the first method with each other method on the same test rows. */
export async function printRowComparison(
  session: Session,
  methods: readonly MethodSummary[],
  ks: readonly number[],
): Promise<void> {
  const errors = errorsText(methods, ks, session.colors);
  if (errors !== undefined) session.print(`\nMeans and standard errors\n\n${errors}`);
  if (methods.length < 2) return;
  const table = await bootstrapText(methods, ks, session.colors);
  if (table === undefined) return;
  const star = table.includes("*") ? " (* if 0 is outside)" : "";
  session.print(
    `\n${methods[0].title} minus each other method on the same test rows, with 95% intervals of a paired bootstrap${star}\n\n${table}`,
  );
}

/**
 * The differences between the first method and each other method on the same test rows, in percentage points with 95% intervals; undefined
 * if the metrics of individual rows are unknown. A star marks a difference whose interval does not include 0.
 */
async function bootstrapText(
  methods: readonly MethodSummary[],
  ks: readonly number[],
  colors: Colors,
): Promise<string | undefined> {
  const { pairedBootstrap } = await import("@tierwise/studies");
  const [first] = methods;
  let others: readonly string[] = [];
  const rows = (Object.keys(titles) as RowMetric[]).flatMap((metric) =>
    ks.flatMap((k) => {
      const differences = pairedBootstrap(methods, metric, k, first.name);
      if (differences.length === 0) return [];
      others = differences.map(({ title }) => title);
      const cells = differences.map(({ difference, low, high }) => {
        const star = low > 0 || high < 0 ? "*" : " ";
        return `${signed(difference)} (${signed(low)} to ${signed(high)})${star}`;
      });
      return [[`${titles[metric]}@${k}`, ...cells]];
    }),
  );
  if (rows.length === 0) return undefined;
  const head = ["", ...others];
  return renderTable({ head, rows, align: head.map((_, c) => (c === 0 ? "left" : "right")) }, colors);
}

function signed(value: number): string {
  const text = (100 * value).toFixed(1);
  return value < 0 ? text : `+${text}`;
}
