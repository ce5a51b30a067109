import type { MethodSummary, MethodValidation, PairedDifference } from "@tierwise/studies";
import type { Colors } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import { percent } from "./metrics-table.ts";

const titles = { precision: "P", ndcg: "nDCG" } as const;
const metrics = ["precision", "ndcg"] as const;

/** Means with standard errors over the seeds; undefined if there is only one seed. */
export function errorsText(
  methods: readonly MethodSummary[],
  ks: readonly number[],
  colors: Colors,
): string | undefined {
  if (!methods.some(({ standardError }) => standardError !== undefined)) return undefined;
  const rows = metrics.flatMap((metric) =>
    ks.map((k) => [
      `${titles[metric]}@${k}`,
      ...methods.map(({ mean, standardError }) => {
        const value = mean?.[metric][k] ?? Number.NaN;
        return `${percent(value)} ± ${percent(standardError?.[metric][k] ?? Number.NaN)}`;
      }),
    ]),
  );
  const head = ["", ...methods.map(({ title }) => title)];
  return renderTable({ head, rows, align: head.map((_, c) => (c === 0 ? "left" : "right")) }, colors);
}

/** The lead of the first method over each other method, with the standard errors of the paired differences. */
export function differencesText(
  differences: readonly PairedDifference[],
  ks: readonly number[],
  colors: Colors,
): string {
  const others = [...new Set(differences.map(({ title }) => title))];
  const rows = metrics.flatMap((metric) =>
    ks.map((k) => [
      `${titles[metric]}@${k}`,
      ...others.map((title) => {
        const found = differences.find((one) => one.title === title && one.metric === metric && one.k === k);
        const { mean = Number.NaN, standardError = Number.NaN } = found?.difference ?? {};
        return `${mean < 0 ? "" : "+"}${percent(mean)} ± ${percent(standardError)}`;
      }),
    ]),
  );
  const head = ["", ...others];
  return renderTable({ head, rows, align: head.map((_, c) => (c === 0 ? "left" : "right")) }, colors);
}

/** The metrics of each ranker on validation and test users. */
export function validationText(methods: readonly MethodValidation[], colors: Colors): string {
  const rows = methods.flatMap(({ title, entries }) =>
    entries.map(({ metric, k, validation, test }) => [
      `${title} ${titles[metric]}@${k}`,
      ...[validation, test].map(({ mean, standardError }) =>
        standardError === undefined ? percent(mean) : `${percent(mean)} ± ${percent(standardError)}`,
      ),
    ]),
  );
  const head = ["", "validation users", "test users"];
  return renderTable({ head, rows, align: ["left", "right", "right"] }, colors);
}
