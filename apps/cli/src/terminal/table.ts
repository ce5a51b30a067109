import Table from "cli-table3";
import type { Colors } from "./session.ts";

/** A table without a frame. */
export interface TableContent {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether each column is aligned left or right. Default: left. */
  readonly align?: readonly ("left" | "right")[];
}

const noFrame = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** Formats a table as text. Cells may contain colors and wide characters. */
export function renderTable({ head, rows, align = [] }: TableContent, { bold }: Colors): string {
  const table = new Table({
    chars: noFrame,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colAligns: head.map((_, column) => align[column] ?? "left"),
  });
  table.push(head.map(bold), ...rows.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Truncates text to at most `most` characters. Truncated text ends in an ellipsis. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}
