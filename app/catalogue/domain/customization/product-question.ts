import { isRecord, jsonOf } from "#app/values/json.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { withCopiedReferences, type CopiedOption, type CustomizationCopy } from "./customization-copy.ts";
import { ON_SALE, soldOutMark, UNTIL_UNDONE, type TemplateOption, type TemplateRecord } from "./customization-template.ts";
import type { CustomizationTemplate } from "./customization.ts";
import { blankOption, groupOfTexts, optionRowsOf, type OptionRow } from "./option-rows.ts";

/* A product's own question: a group without a template, stored as a copy (docs/rules/customizations.md). */

const QUESTION_TEXTS = {
  name: "",
  title: "",
  help: "",
  kind: "single",
  minSelect: "1",
  maxSelect: "",
  maxPerOption: "",
  freeCount: "0",
  maxLength: "",
  kitchenLabel: "",
};

export type QuestionTexts = { readonly [Name in keyof typeof QUESTION_TEXTS]: string };

/** A question during editing, unfinished texts included; validated by product-question.schema.ts. */
export interface QuestionRow extends QuestionTexts {
  /** Below 0: new. */
  readonly id: number;
  readonly showWhenOptionIds: readonly number[];
  readonly copiedFrom: number | null;
  readonly templateVersion: number | null;
  readonly options: readonly OptionRow[];
}

/** A new question with two empty options. */
export function blankQuestion(id: number, title: string, keys: readonly [string, string]): QuestionRow {
  return {
    ...QUESTION_TEXTS,
    id,
    title,
    showWhenOptionIds: [],
    copiedFrom: null,
    templateVersion: null,
    options: keys.map(blankOption),
  };
}

/** Parses the rows of the field; invalid: none. */
export function readQuestionRows(text: string): readonly QuestionRow[] {
  const rows = jsonOf(text);
  if (!Array.isArray(rows)) return [];
  return rows.filter(isRecord).map((row): QuestionRow => {
    const texts = Object.entries(QUESTION_TEXTS).map(([name, initial]) => [name, typeof row[name] === "string" ? row[name] : initial]);
    const ids = Array.isArray(row["showWhenOptionIds"]) ? row["showWhenOptionIds"] : [];
    return {
      ...(Object.fromEntries(texts) as QuestionTexts),
      id: numberOf(row["id"]) ?? 0,
      showWhenOptionIds: ids.filter((id) => typeof id === "number"),
      copiedFrom: numberOf(row["copiedFrom"]),
      templateVersion: numberOf(row["templateVersion"]),
      options: optionRowsOf(row["options"]),
    };
  });
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The questions as customers would see them now. New options get ids below 0, which stored options never have. */
export function groupsOfQuestions(rows: readonly QuestionRow[], format: MoneyFormat): readonly CustomizationTemplate[] {
  const idOf = (at: number, row: OptionRow, index: number) => (row.id === "" ? -(at + 1) * 1000 - index : Number(row.id));
  const groups = rows.map((row, at) => ({
    ...groupOfTexts({ ...textsOf(row), name: nameOfQuestion(row) }, row.options, {
      format,
      group: row.id,
      option: (option, index) => idOf(at, option, index),
    }),
    showWhenOptionIds: row.showWhenOptionIds,
  }));
  const copies = rows.map((row, at) => ({
    options: row.options.map((option, index) => ({
      id: idOf(at, option, index),
      copiedFrom: option.copiedFrom === "" ? null : Number(option.copiedFrom),
    })),
  }));
  return withCopiedReferences(groups, copies);
}

/** Its name in staff lists. */
export function nameOfQuestion({ name, title }: Pick<QuestionRow, "name" | "title">): string {
  return [name, title].map((text) => text.trim()).find((text) => text !== "") ?? "New question";
}

function textsOf(row: QuestionRow): QuestionTexts {
  return Object.fromEntries(Object.keys(QUESTION_TEXTS).map((name) => [name, row[name as keyof QuestionTexts]])) as QuestionTexts;
}

/** An option of a copy as staff edit it. */
export function editedOption(option: CopiedOption): TemplateOption {
  const { kitchenName, priceDelta, priceByOption, isSoldOut, soldOutUntil, hidden, copiedFrom: _copiedFrom, ...same } = option;
  return {
    ...same,
    kitchenName: kitchenName ?? "",
    price: priceDelta,
    prices: priceByOption,
    soldOut: isSoldOut ? (soldOutUntil ?? UNTIL_UNDONE) : ON_SALE,
    isHidden: hidden,
  };
}

/** An edited option in stored form; 0 is the id of a new one. */
export function copiedOption(option: TemplateOption, copiedFrom: number | null): CopiedOption {
  const { id, kitchenName, price, prices, soldOut, isHidden, ...same } = option;
  return {
    ...same,
    id: id ?? 0,
    copiedFrom,
    kitchenName: kitchenName === "" ? null : kitchenName,
    priceDelta: price,
    priceByOption: prices,
    hidden: isHidden,
    ...soldOutMark(soldOut),
  };
}

/** The question as a separate template, with new options. */
export function templateOfQuestion({ id: _id, kitchenLabel, options, ...group }: CustomizationCopy): TemplateRecord {
  return {
    ...group,
    kitchenLabel: kitchenLabel ?? "",
    priceOptionIds: [...new Set(options.flatMap((option) => Object.keys(option.priceByOption).map(Number)))],
    options: options.map((option) => ({ ...editedOption(option), id: null })),
  };
}
