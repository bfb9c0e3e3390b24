import { isOneOf } from "#app/values/narrow.ts";
import { type Cents, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { type CustomizationTemplate, CUSTOMIZATION_KINDS } from "./customization.ts";
import { ON_SALE } from "./customization-template.ts";
import { jsonOf, isRecord } from "#app/values/json.ts";
import { splitList } from "#app/values/list-text.ts";

/* A template's options during editing: a JSON list of texts, unfinished ones included; validated by customization-template.schema.ts. */

export interface OptionRow {
  /** "" = a new one. */
  readonly id: string;
  /** Client-side key of new rows; ignored by the server. */
  readonly key: string;
  readonly name: string;
  readonly kitchenName: string;
  readonly price: string;
  readonly prices: Readonly<Record<string, string>>;
  readonly isDefault: string;
  readonly defaultQuantity: string;
  readonly countsTowardFree: string;
  readonly allergens: string;
  readonly dietaryTags: string;
  readonly calories: string;
  readonly soldOut: string;
  readonly isHidden: string;
  /** Of a copy: the template's option; "" = none. */
  readonly copiedFrom: string;
}

export function blankOption(key: string): OptionRow {
  return {
    id: "",
    key,
    name: "",
    kitchenName: "",
    price: "",
    prices: {},
    isDefault: "",
    defaultQuantity: "1",
    countsTowardFree: "on",
    allergens: "",
    dietaryTags: "",
    calories: "",
    soldOut: ON_SALE,
    isHidden: "",
    copiedFrom: "",
  };
}

/** Parses the rows of a field; invalid: none. */
export function readOptionRows(text: string): readonly OptionRow[] {
  return optionRowsOf(jsonOf(text));
}

/** The rows in parsed JSON; invalid: none. */
export function optionRowsOf(rows: unknown): readonly OptionRow[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isRecord).map((row, index) => {
    const rowKey = typeof row["key"] === "string" ? row["key"] : `row-${index}`;
    const key = typeof row["id"] === "string" && row["id"] !== "" ? row["id"] : rowKey;
    const blank = blankOption(key);
    const kept = Object.entries(blank).map(([name, initial]) => [name, typeof row[name] === typeof initial ? row[name] : initial]);
    return { ...blank, ...(Object.fromEntries(kept) as Partial<OptionRow>), key };
  });
}

/** Preview of a template's group; unreadable values count as empty. */
export function previewGroup(texts: Readonly<Record<string, string>>, format: MoneyFormat): CustomizationTemplate {
  return groupOfTexts(texts, readOptionRows(texts["options"] ?? ""), { format, group: 1, option: (_row, index) => index + 1 });
}

interface PreviewFacts {
  /** The format of typed amounts. */
  readonly format: MoneyFormat;
  readonly group: number;
  readonly option: (row: OptionRow, index: number) => number;
}

/** The group for these texts; unreadable values count as empty. */
export function groupOfTexts(
  texts: Readonly<Record<string, string>>,
  rows: readonly OptionRow[],
  facts: PreviewFacts,
): CustomizationTemplate {
  const text = (name: string) => texts[name] ?? "";
  const typedKind = text("kind");
  const kind = isOneOf(CUSTOMIZATION_KINDS, typedKind) ? typedKind : "single";
  return {
    id: facts.group,
    name: text("name"),
    title: text("title").trim() === "" ? "Your question" : text("title"),
    help: text("help"),
    kind,
    minSelect: numberOf(text("minSelect")) ?? 0,
    maxSelect: numberOf(text("maxSelect")),
    maxPerOption: numberOf(text("maxPerOption")),
    freeCount: numberOf(text("freeCount")) ?? 0,
    showWhenOptionIds: [],
    maxLength: numberOf(text("maxLength")),
    kitchenLabel: null,
    options:
      kind === "text"
        ? []
        : rows.map((row, index) => ({
            id: facts.option(row, index),
            name: row.name.trim() === "" ? `Option ${index + 1}` : row.name,
            kitchenName: null,
            priceDelta: centsOf(row.price, facts.format),
            priceByOption: Object.fromEntries(Object.entries(row.prices).map(([id, price]) => [id, centsOf(price, facts.format)])),
            isDefault: row.isDefault === "on",
            defaultQuantity: numberOf(row.defaultQuantity) ?? 1,
            countsTowardFree: row.countsTowardFree === "on",
            allergens: splitList(row.allergens),
            dietaryTags: splitList(row.dietaryTags),
            calories: numberOf(row.calories),
            soldOut: row.soldOut !== ON_SALE,
            hidden: row.isHidden === "on",
          })),
  };
}

/** A typed price; 0 if invalid. */
function centsOf(text: string, format: MoneyFormat): Cents {
  const cents = parseMoney(text, format);
  return cents.ok ? cents.value : 0;
}

function numberOf(text: string): number | null {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null;
}
