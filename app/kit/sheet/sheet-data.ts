import type { MoneyFormat } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";

/** The cells of a row by column, as text: what a form field would hold. */
export type CellTexts = Readonly<Record<string, string>>;

export interface SheetRow {
  readonly id: string;
  /** What the row is called; stands before its cells. */
  readonly label: string;
  /** Its page. */
  readonly to: string;
  readonly texts: CellTexts;
  /** A line under the label. */
  readonly note?: string;
}

export interface SheetOption {
  readonly value: string;
  readonly label: string;
}

export interface SheetColumn {
  readonly name: string;
  readonly title: string;
  readonly isFigure?: boolean;
  /** One of these (or several, `isMany`: values joined by commas); left out = text as it is typed. */
  readonly options?: readonly SheetOption[];
  readonly isMany?: boolean;
  readonly inputMode?: "decimal" | "numeric";
  /** Shown in front of a text that is not empty: "$". */
  readonly prefix?: string;
  /** After a number, such as " €". */
  readonly suffix?: string;
  /** What an empty cell means, in a word. */
  readonly emptyWords?: string;
}

/** What is unsaved in a row. */
export interface RowEdit {
  readonly label: string;
  /** The changed cells as they are stored, and as they were typed. */
  readonly before: CellTexts;
  readonly texts: CellTexts;
}

/** Unsaved changes by row; rows of other pages included. */
export type SheetEdits = Readonly<Record<string, RowEdit>>;

/** What saving answers when not all of it was stored. */
export interface SheetReport {
  readonly kind: "sheet";
  /** Rows that are stored. */
  readonly saved: readonly string[];
  /** Sentences by row and column; column "" = the whole row. */
  readonly problems: Readonly<Record<string, CellTexts>>;
  /** Current values of cells that another user changed meanwhile. */
  readonly overtaken: Readonly<Record<string, { readonly texts: CellTexts }>>;
}

export type SheetAnswer = SheetReport | { readonly kind: "lost" };

/** "product", "products" */
export type Nouns = readonly [string, string];

/** What an answer comes to: "2 products saved.", "1 product could not be saved". */
export function answerCounts(
  { saved, problems }: SheetReport,
  nouns: Nouns,
  format: MoneyFormat,
): { readonly saved: string; readonly left: string } {
  return {
    saved: saved.length === 0 ? "Nothing is saved yet." : `${counted(saved.length, ...nouns, format)} saved.`,
    left: `${counted(Object.keys(problems).length, ...nouns, format)} could not be saved`,
  };
}

/** The answer until it is discarded or every refused cell is edited again. */
export function standingAnswer(
  answer: SheetAnswer | undefined,
  discarded: SheetAnswer | undefined,
  problems: Readonly<Record<string, CellTexts>>,
): SheetAnswer | undefined {
  const isCorrected = answer?.kind === "sheet" && Object.values(problems).every((row) => Object.keys(row).length === 0);
  return answer === discarded || isCorrected ? undefined : answer;
}

/** What the page's action is asked for. */
export const SHEET_INTENT = "sheet";

/** The form field that carries the changes as JSON: an array of `SentRow`. */
export const CHANGES_FIELD = "changes";

/** More rows than this are saved in several goes. */
export const MAX_SHEET_ROWS = 500;

/** What a text of the column reads as: labels in place of values. */
export function shownText({ options, isMany, prefix = "", suffix = "" }: SheetColumn, text: string): string {
  if (options === undefined) return text === "" || !/\d/.test(text) ? text : `${prefix}${text}${suffix}`;
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  return isMany === true
    ? text
        .split(",")
        .filter((value) => value !== "")
        .map(labelOf)
        .join("; ")
    : labelOf(text);
}

/** What a typed or pasted text means in the column: labels become values. What means nothing stays as it was typed. */
export function readText({ options, isMany, isFigure }: SheetColumn, typed: string): string {
  const text = typed.trim();
  if (options === undefined) return isFigure === true ? text.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "") : text;
  const valueOf = (word: string) => {
    const small = word.trim().toLowerCase();
    const exact = options.find((option) => option.value === word.trim() || option.label.toLowerCase() === small);
    // "Soups" is enough for "Food › Soups" while there is only one.
    const last = options.filter((option) => option.label.toLowerCase().split("›").at(-1)?.trim() === small);
    return exact?.value ?? (last.length === 1 ? last[0]?.value : undefined);
  };
  if (isMany !== true) return valueOf(text) ?? text;
  const words = text.split(/[;\n]/).filter((word) => word.trim() !== "");
  const values = words.map(valueOf);
  return values.includes(undefined) ? text : [...new Set(values)].join(",");
}

/** Why a text cannot be stored, as far as the browser can check. */
export function textProblem({ options, isMany }: SheetColumn, text: string): string | undefined {
  if (options === undefined) return undefined;
  const values = isMany === true ? text.split(",").filter((value) => value !== "") : [text];
  const unknown = values.find((value) => !options.some((option) => option.value === value));
  return unknown === undefined ? undefined : `“${isMany === true ? text : unknown}” is not one of the choices.`;
}

export interface TypedCell {
  readonly row: SheetRow;
  readonly column: string;
  readonly text: string;
}

/** The edits with these cells typed; one that is as it was stored is no edit. */
export function typeCells(edits: SheetEdits, cells: readonly TypedCell[]): SheetEdits {
  const next: Record<string, RowEdit> = { ...edits };
  for (const { row, column, text } of cells) {
    const edit = next[row.id] ?? { label: row.label, before: {}, texts: {} };
    const before = edit.before[column] ?? row.texts[column] ?? "";
    const others = (texts: CellTexts) => Object.fromEntries(Object.entries(texts).filter(([name]) => name !== column));
    const texts = text === before ? others(edit.texts) : { ...edit.texts, [column]: text };
    if (Object.keys(texts).length === 0) delete next[row.id];
    else next[row.id] = { ...edit, before: text === before ? others(edit.before) : { ...edit.before, [column]: before }, texts };
  }
  return next;
}

/** What stands in a cell now. */
export function cellText(edits: SheetEdits, row: SheetRow, column: string): string {
  return edits[row.id]?.texts[column] ?? row.texts[column] ?? "";
}

/** A cell as it is shown; `problem` what the server, or else the browser, says of it. */
export function cellState(row: SheetRow, column: SheetColumn, edit: RowEdit | undefined, problems: CellTexts = {}) {
  const typed = edit?.texts[column.name];
  const text = typed ?? row.texts[column.name] ?? "";
  const problem = problems[column.name] ?? (typed === undefined ? undefined : textProblem(column, text));
  return { text, isChanged: typed !== undefined, problem };
}

/** The edits after an answer: rows that are stored leave them, what was typed over rows that have changed meanwhile now stands over what they are. */
export function editsAfter(edits: SheetEdits, { saved, overtaken }: Pick<SheetReport, "saved" | "overtaken">): SheetEdits {
  const left = Object.entries(edits).flatMap(([id, edit]) => {
    if (saved.includes(id)) return [];
    const now = Object.entries(overtaken[id]?.texts ?? {}).filter(([name]) => name in edit.before);
    const before: CellTexts = { ...edit.before, ...Object.fromEntries(now) };
    const texts = Object.fromEntries(Object.entries(edit.texts).filter(([name, text]) => text !== before[name]));
    return Object.keys(texts).length === 0 ? [] : [[id, { ...edit, before, texts }] as const];
  });
  return Object.fromEntries(left);
}

/** "12 changes in 9 products" */
export function countWords(edits: SheetEdits, nouns: Nouns, format: MoneyFormat): string {
  const rows = Object.values(edits);
  const cells = rows.reduce((sum, edit) => sum + Object.keys(edit.texts).length, 0);
  return `${counted(cells, "change", "changes", format)} in ${counted(rows.length, ...nouns, format)}`;
}

/** Unsaved changes with the steps to them, and those taken back. */
export interface EditHistory {
  readonly steps: readonly SheetEdits[];
  /** The step that stands. */
  readonly at: number;
  /** The cell typed last, key by key: its keys are one step. */
  readonly typing: string | null;
}

const MOST_STEPS = 200;

export function newHistory(edits: SheetEdits): EditHistory {
  return { steps: [edits], at: 0, typing: null };
}

/** One more step; `typing` names a cell that is typed key by key. */
export function stepTo(history: EditHistory, edits: SheetEdits, typing: string | null = null): EditHistory {
  const isSameStep = typing !== null && typing === history.typing;
  const past = history.steps.slice(0, isSameStep ? history.at : history.at + 1).slice(-MOST_STEPS);
  return { steps: [...past, edits], at: past.length, typing };
}

/** `by` steps back (below zero) or forth, as far as there are any. */
export function moveBy({ steps, at }: EditHistory, by: number): EditHistory {
  return { steps, at: Math.max(0, Math.min(steps.length - 1, at + by)), typing: null };
}
