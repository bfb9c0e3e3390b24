import type { MoneyFormat } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";

/** The cells of a row by column, as form field texts. */
export type CellTexts = Readonly<Record<string, string>>;

export interface SheetRow {
  readonly id: string;
  /** The row's name, shown before its cells. */
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
  /** One of these (or several with `isMany`, comma-separated); left out = free text. */
  readonly options?: readonly SheetOption[];
  readonly isMany?: boolean;
  readonly inputMode?: "decimal" | "numeric";
  /** Shown before a non-empty text: "$". */
  readonly prefix?: string;
  /** After a number, such as " €". */
  readonly suffix?: string;
  /** What an empty cell means, in one word. */
  readonly emptyWords?: string;
}

/** The unsaved changes of a row. */
export interface RowEdit {
  readonly label: string;
  /** The changed cells: the stored texts and the typed texts. */
  readonly before: CellTexts;
  readonly texts: CellTexts;
}

/** Unsaved changes by row id; includes rows of other pages. */
export type SheetEdits = Readonly<Record<string, RowEdit>>;

/** The response when some changes were not stored. */
export interface SheetReport {
  readonly kind: "sheet";
  /** Ids of stored rows. */
  readonly saved: readonly string[];
  /** Error sentences by row and column; column "" = the whole row. */
  readonly problems: Readonly<Record<string, CellTexts>>;
  /** Current values of cells that another user changed meanwhile. */
  readonly overtaken: Readonly<Record<string, { readonly texts: CellTexts }>>;
}

export type SheetAnswer = SheetReport | { readonly kind: "lost" };

/** "product", "products" */
export type Nouns = readonly [string, string];

/** The response as counts: "2 products saved.", "1 product could not be saved". */
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

/** The response, until it is discarded or every refused cell has been edited again. */
export function standingAnswer(
  answer: SheetAnswer | undefined,
  discarded: SheetAnswer | undefined,
  problems: Readonly<Record<string, CellTexts>>,
): SheetAnswer | undefined {
  const isCorrected = answer?.kind === "sheet" && Object.values(problems).every((row) => Object.keys(row).length === 0);
  return answer === discarded || isCorrected ? undefined : answer;
}

/** The intent of the save in the page's action. */
export const SHEET_INTENT = "sheet";

/** The form field that carries the changes as JSON: an array of `SentRow`. */
export const CHANGES_FIELD = "changes";

/** More rows than this are saved in several requests. */
export const MAX_SHEET_ROWS = 500;

/** The displayed text of a cell: labels instead of values. */
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

/** Converts typed or pasted text for the column: labels become values. Unknown text is kept as typed. */
export function readText({ options, isMany, isFigure }: SheetColumn, typed: string): string {
  const text = typed.trim();
  if (options === undefined) return isFigure === true ? text.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "") : text;
  const valueOf = (word: string) => {
    const small = word.trim().toLowerCase();
    const exact = options.find((option) => option.value === word.trim() || option.label.toLowerCase() === small);
    // "Soups" is enough for "Food › Soups" if it is unambiguous.
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

/** Adds these typed cells to the edits; a cell that equals its stored text is no edit. */
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

/** The current text of a cell. */
export function cellText(edits: SheetEdits, row: SheetRow, column: string): string {
  return edits[row.id]?.texts[column] ?? row.texts[column] ?? "";
}

/** A cell's display state; `problem` is the server's sentence, otherwise the browser's. */
export function cellState(row: SheetRow, column: SheetColumn, edit: RowEdit | undefined, problems: CellTexts = {}) {
  const typed = edit?.texts[column.name];
  const text = typed ?? row.texts[column.name] ?? "";
  const problem = problems[column.name] ?? (typed === undefined ? undefined : textProblem(column, text));
  return { text, isChanged: typed !== undefined, problem };
}

/** The edits after a response. Stored rows are removed; edits of rows that another user changed now compare with the new values. */
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

/** Undo history: the unsaved changes after each step, including undone steps. */
export interface EditHistory {
  readonly steps: readonly SheetEdits[];
  /** The current step. */
  readonly at: number;
  /** The cell that is being typed into: its keys form one step. */
  readonly typing: string | null;
}

const MOST_STEPS = 200;

export function newHistory(edits: SheetEdits): EditHistory {
  return { steps: [edits], at: 0, typing: null };
}

/** Adds a step; `typing` names a cell that is typed key by key. */
export function stepTo(history: EditHistory, edits: SheetEdits, typing: string | null = null): EditHistory {
  const isSameStep = typing !== null && typing === history.typing;
  const past = history.steps.slice(0, isSameStep ? history.at : history.at + 1).slice(-MOST_STEPS);
  return { steps: [...past, edits], at: past.length, typing };
}

/** Moves `by` steps back (negative) or forward, within the history. */
export function moveBy({ steps, at }: EditHistory, by: number): EditHistory {
  return { steps, at: Math.max(0, Math.min(steps.length - 1, at + by)), typing: null };
}
