import { RequestError } from "../answers/request-error.ts";
import { shown } from "../answers/shown.ts";
import type { FeatureLookup } from "../models/served-model.ts";
import type { RowBody } from "./rank-body.ts";

/** The features of the rows read so far. */
export interface FeatureRows {
  readonly indices: number[];
  readonly values: number[];
  readonly indptr: number[];
}

/**
 * Appends the features of a row in ascending order, so that the answer does not depend on their order in the request.
 *
 * @returns The number of features whose names the model does not know.
 */
export function readFeatures(row: RowBody, at: number, lookup: FeatureLookup, rows: FeatureRows): number {
  const from = rows.indices.length;
  const unknown =
    row.indices === undefined ? readNamed(row, at, lookup, rows) : readIndexed(row, at, lookup.featureCount, rows);
  sortRow(rows, from, at);
  rows.indptr.push(rows.indices.length);
  return unknown;
}

/** Reads `features`: by name if the model has names, otherwise by index. */
function readNamed(
  { features, values }: RowBody,
  at: number,
  { featureCount, indexOf }: FeatureLookup,
  rows: FeatureRows,
): number {
  if (features === undefined || values !== undefined) {
    const problem = features === undefined ? "has no features" : "has both features and values";
    throw invalid(`rows[${at}] ${problem}; expected features, or indices with values`);
  }
  let unknown = 0;
  // Properties are read by name from a parsed object and never assigned to one, so names such as __proto__ have no effect.
  for (const name of Object.keys(features)) {
    const index = indexOf === undefined ? canonicalIndex(name) : indexOf.get(name);
    if (indexOf === undefined && !(index !== undefined && index < featureCount)) {
      throw invalid(
        `rows[${at}].features has the key ${shown(name)}; expected a feature index from 0 to ${featureCount - 1}, because the model has no feature names`,
      );
    }
    if (index === undefined) {
      unknown++;
      continue;
    }
    if (!isSingle(features[name])) throw tooLarge(`rows[${at}].features[${shown(name)}]`, features[name]);
    rows.indices.push(index);
    rows.values.push(features[name]);
  }
  return unknown;
}

function readIndexed(
  { indices = [], values, features }: RowBody,
  at: number,
  featureCount: number,
  rows: FeatureRows,
): number {
  if (features !== undefined) throw invalid(`rows[${at}] has both features and indices; expected one of them`);
  if (values !== undefined && values.length !== indices.length) {
    throw invalid(`rows[${at}].values has length ${values.length}; expected ${indices.length}, one per index`);
  }
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] >= featureCount) {
      const expected = `a feature index from 0 to ${featureCount - 1}`;
      throw invalid(`rows[${at}].indices[${i}] is ${indices[i]}; expected ${expected}`);
    }
    const value = values === undefined ? 1 : values[i];
    if (!isSingle(value)) throw tooLarge(`rows[${at}].values[${i}]`, value);
    rows.indices.push(indices[i]);
    rows.values.push(value);
  }
  return 0;
}

/** Parses a key such as "12" as an index. Returns undefined if the key is not an integer in canonical form. Reads the digits in place. */
function canonicalIndex(key: string): number | undefined {
  if (key.length === 0 || key.length > 15 || (key.length > 1 && key.charCodeAt(0) === 48)) return undefined;
  let index = 0;
  for (let i = 0; i < key.length; i++) {
    const digit = key.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    index = 10 * index + digit;
  }
  return index;
}

function isSingle(value: number): boolean {
  return Number.isFinite(Math.fround(value));
}

function tooLarge(place: string, value: number): RequestError {
  return invalid(`${place} is ${value}; expected a number of at most 3.4e38 in absolute value`);
}

/** Sorts the features of the last row, which begins at `from`; throws if one occurs twice. */
function sortRow({ indices, values }: FeatureRows, from: number, at: number): void {
  let ascending = true;
  for (let i = from + 1; i < indices.length && ascending; i++) ascending = indices[i - 1] < indices[i];
  if (ascending) return;
  const pairs = indices.splice(from).map((index, i): [number, number] => [index, values[from + i]]);
  pairs.sort(([a], [b]) => a - b);
  values.length = from;
  for (const [i, [index, value]] of pairs.entries()) {
    if (i > 0 && index === pairs[i - 1][0]) throw invalid(`rows[${at}].indices contains feature ${index} twice`);
    indices.push(index);
    values.push(value);
  }
}

function invalid(message: string): RequestError {
  return new RequestError("invalid_request", message);
}
