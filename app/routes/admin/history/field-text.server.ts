import { plainTextOf } from "#app/platform/sanitize-html.server.ts";
import { conditionSchema, conditionText } from "#app/promotions/domain/conditions/list.ts";
import { readAction } from "#app/promotions/domain/kinds/list.ts";
import { actionSchema, scheduleSchema } from "#app/promotions/domain/promotion-form.schema.ts";
import type { PromotionNames } from "#app/promotions/domain/promotion.ts";
import { windowsText } from "#app/promotions/domain/schedule.ts";
import { fieldWords } from "#app/staff/domain/field-words.ts";
import { PERMISSIONS } from "#app/staff/domain/permission-list.ts";
import { ROLE_WORDS } from "#app/staff/domain/user.ts";
import { hoursWords } from "#app/store/ui/staff/hours/hours-words.ts";
import { formatClock, formatDay, formatDayAndTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { isRecord } from "#app/values/json.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { formatNumber } from "#app/values/number.ts";
import { isLocalDate, parseClockTime, parseInstant } from "#app/values/time.ts";
import { capitalised } from "#app/values/text.ts";

/** Names of the records that fields refer to, by field kind and number: "product 7". */
export type RecordNames = ReadonlyMap<string, string>;

/** How the shop formats times and amounts. */
export interface Writing {
  readonly clock: ShopClock;
  readonly format: MoneyFormat;
  /** If left out, records are named by their numbers. */
  readonly names?: RecordNames;
}

/** Record numbers, by field name. */
const REFERENCES: Readonly<Record<string, "category" | "product" | "media" | "template">> = {
  parentId: "category",
  categoryId: "category",
  categoryIds: "category",
  categories: "category",
  excludedCategoryIds: "category",
  productId: "product",
  productIds: "product",
  excludedProductIds: "product",
  products: "product",
  goesWith: "product",
  mediaId: "media",
  pictureId: "media",
  pictures: "media",
};
export type ReferenceKind = (typeof REFERENCES)[string];

/** A kind of record in the history, as references name it. */
export function referenceKind(kind: string | null): string {
  return kind === "customization-template" ? "template" : (kind ?? "");
}

/** All records that a value refers to, at any depth. */
export function listReferences(value: unknown, field = ""): readonly (readonly [kind: ReferenceKind, id: number])[] {
  const kind = REFERENCES[field];
  if (kind !== undefined && typeof value === "number") return [[kind, value]];
  if (Array.isArray(value)) return value.flatMap((each) => listReferences(each, field));
  return isRecord(value) ? Object.entries(value).flatMap(([name, each]) => listReferences(each, name)) : [];
}

/** Codes with labels, by field name. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roles: Object.fromEntries(Object.entries(ROLE_WORDS).map(([role, { label }]) => [role, label])),
  permissions: Object.fromEntries(PERMISSIONS.map(({ id, label }) => [id, label])),
  trigger: { automatic: "every order", coupon: "customers with a code" },
  soldOut: { undone: "until it is undone" },
};

/** Amounts in stored units besides those whose names end in "Cents". */
const AMOUNTS: ReadonlySet<string> = new Set(["price", "prices", "priceDelta", "cap", "budget", "amount", "refunded", "discount"]);
/** Fields whose values are codes of the shop, never free text of a person. */
const CODED: ReadonlySet<string> = new Set([...Object.keys(CODES), "status", "state", "kind", "paymentState", "type", "remedy", "events"]);
/** Internal fields that are not shown. */
const HIDDEN: ReadonlySet<string> = new Set(["id", "position", "version", "key", "seal"]);
const MOST_SHOWN = 600;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/;

/** A field's value in words for an owner. `other` is the same field on the other side: only the records of a list that differ are shown. */
export function fieldText(name: string, value: unknown, other: unknown, writing: Writing): string {
  const text = promotionText(name, value, writing) ?? textOf(name, value, other, writing);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function textOf(name: string, value: unknown, other: unknown, writing: Writing): string {
  if (isNothing(value)) return "";
  if (name === "hours") return hoursWords(typeof value === "string" ? value : JSON.stringify(value), writing.clock.region);
  if (Array.isArray(value)) return listText(name, value, other, writing);
  if (isRecord(value)) return partLines(name, value, writing).join("\n");
  return plainText(name, value, writing);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === "";

/** A value that is neither a list nor an object. */
function plainText(name: string, value: unknown, { clock, format, names }: Writing): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    const kind = REFERENCES[name];
    if (kind !== undefined) return names?.get(`${kind} ${value}`) ?? `no. ${value}`;
    if (/cents$/i.test(name) || AMOUNTS.has(name)) return formatMoney(value, format);
    return /Ids?$/.test(name) ? `no. ${value}` : formatNumber(value, format);
  }
  const text = String(value);
  if (/html$/i.test(name)) return plainTextOf(text);
  if (CODED.has(name)) return CODES[name]?.[text] ?? wordsOfCode(text);
  return timeText(text, clock) ?? text;
}

/** "partially_refunded" → "partially refunded", "order.placed" → "order placed"; a sentence stays. */
function wordsOfCode(code: string): string {
  return /^[a-z\d]+(?:[-_.][a-z\d]+)*$/.test(code) ? code.replaceAll(/[-_.]/g, " ") : code;
}

/** A day, a local date and time, or an instant; undefined for other texts. */
function timeText(text: string, clock: ShopClock): string | undefined {
  const instant = INSTANT.test(text) ? parseInstant(text) : null;
  if (instant !== null) return formatDayAndTime(instant, clock, { hasYear: true });
  const [, date = text, time] = MOMENT.exec(text) ?? [];
  if (!isLocalDate(date)) return undefined;
  const day = formatDay(date, clock.region, { hasYear: true });
  return time === undefined ? day : `${day}, ${formatClock(parseClockTime(time) ?? 0, clock.region)}`;
}

function listText(name: string, values: readonly unknown[], other: unknown, writing: Writing): string {
  if (!values.some(isRecord)) return values.map((each) => textOf(name, each, undefined, writing)).join(", ");
  const others = new Set(Array.isArray(other) ? other.map((each) => JSON.stringify(each)) : []);
  const changed = values.filter((each) => !others.has(JSON.stringify(each)));
  return changed.map((each) => (isRecord(each) ? partText(each, writing) : textOf(name, each, undefined, writing))).join("\n");
}

type Fields = Readonly<Record<string, unknown>>;

/** One record of a list: "Large: price $2.50, calories 120"; nested values follow below, indented. */
function partText(part: Fields, writing: Writing): string {
  const title = ["name", "title", "text"].find((name) => typeof part[name] === "string" && part[name] !== "");
  const shown = Object.entries(part).filter(([name, value]) => name !== title && !HIDDEN.has(name) && !isEmpty(value));
  const isList = ([, value]: readonly [string, unknown]) => Array.isArray(value) && value.some(isRecord);
  const facts = shown.filter((entry) => !isList(entry)).map(([name, value]) => factText(name, value, writing));
  const lists = shown.filter(isList).map(([name, value]) => `\n  ${textOf(name, value, undefined, writing).replaceAll("\n", "\n  ")}`);
  const head = [title === undefined ? "" : String(part[title]), facts.join(", ")].filter((text) => text !== "").join(": ");
  return head + lists.join("");
}

function isEmpty(value: unknown): boolean {
  return (
    isNothing(value) ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (isRecord(value) && Object.keys(value).length === 0)
  );
}

function factText(name: string, value: unknown, writing: Writing): string {
  if (value === true) return fieldWords(name);
  const text = isRecord(value) ? partLines(name, value, writing).join(", ") : textOf(name, value, undefined, writing);
  return `${fieldWords(name)} ${text}`;
}

/** The fields of a record, or the entries of a map by number. */
function partLines(name: string, part: Fields, writing: Writing): readonly string[] {
  return Object.entries(part)
    .filter(([field, value]) => !HIDDEN.has(field) && !isEmpty(value))
    .map(([field, value]) => {
      if (/^\d+$/.test(field))
        return `no. ${field}: ${isRecord(value) ? partText(value, writing) : textOf(name, value, undefined, writing)}`;
      return isRecord(value) ? `${fieldWords(field)}: ${partLines(field, value, writing).join(", ")}` : factText(field, value, writing);
    });
}

/**
 * A promotion's rule in the words of its page; undefined for other fields, and for values that an earlier version stored in another shape.
 */
function promotionText(name: string, value: unknown, writing: Writing): string | undefined {
  const names = promotionNames(writing);
  if (name === "action") {
    const action = actionSchema.safeParse(value).data;
    const read = action === undefined ? null : readAction(action);
    return read === null ? undefined : capitalised(read.kind.describe(read.params, names));
  }
  if (name === "condition") {
    const condition = conditionSchema.safeParse(value).data;
    return condition === undefined ? undefined : capitalised(conditionText(condition, names)) || "none";
  }
  if (name !== "schedule") return undefined;
  const windows = scheduleSchema.safeParse(value).data;
  return windows?.length === 0 ? "always" : windows && windowsText(windows, writing.clock.region);
}

function promotionNames({ clock, format, names = new Map<string, string>() }: Writing): PromotionNames {
  const namesOf = (kind: ReferenceKind) =>
    Object.fromEntries([...names].filter(([key]) => key.startsWith(`${kind} `)).map(([key, name]) => [key.slice(kind.length + 1), name]));
  return { format, region: clock.region, products: namesOf("product"), categories: namesOf("category") };
}
