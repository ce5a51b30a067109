import type { Scores } from "./scores.ts";

// A JavaScript engine optimizes a loop for one array type, so Float32Array and Float64Array have separate loops.

/** Copies scores[at … at + count − 1] to the beginning of `row`. */
export function readRow(scores: Scores, at: number, count: number, row: Float64Array): void {
  if (scores instanceof Float32Array) readSingle(scores, at, count, row);
  else if (scores instanceof Float64Array) readDouble(scores, at, count, row);
  else for (let i = 0; i < count; i++) row[i] = scores[at + i];
}

function readSingle(scores: Float32Array, at: number, count: number, row: Float64Array): void {
  for (let i = 0; i < count; i++) row[i] = scores[at + i];
}

function readDouble(scores: Float64Array, at: number, count: number, row: Float64Array): void {
  for (let i = 0; i < count; i++) row[i] = scores[at + i];
}

/** Writes factor · row[0 … count − 1] to gradient[at … at + count − 1]. */
export function writeRow(
  row: Float64Array,
  factor: number,
  count: number,
  gradient: Float32Array | Float64Array,
  at: number,
): void {
  if (gradient instanceof Float32Array) writeSingle(row, factor, count, gradient, at);
  else writeDouble(row, factor, count, gradient, at);
}

function writeSingle(row: Float64Array, factor: number, count: number, gradient: Float32Array, at: number): void {
  for (let i = 0; i < count; i++) gradient[at + i] = factor * row[i];
}

function writeDouble(row: Float64Array, factor: number, count: number, gradient: Float64Array, at: number): void {
  for (let i = 0; i < count; i++) gradient[at + i] = factor * row[i];
}
