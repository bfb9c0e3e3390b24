import { tidyText } from "#app/values/text.ts";
import type { FileColumn, ImportRecord } from "./columns.ts";

/** The cell on one line, without control characters: a file is taken as far as it makes sense. */
export function textOf(record: ImportRecord, column: FileColumn): string {
  return tidyText((record.cells[column] ?? "").replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " "));
}

/** Never through the middle of a character. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

export function isYes(text: string): boolean {
  return ["true", "yes", "1"].includes(text.toLowerCase());
}

export function isNo(text: string): boolean {
  return ["false", "no", "0", "-1"].includes(text.toLowerCase());
}
