import { COMBINED_KIND, splitId } from "#app/staff/domain/combined-ids.ts";
import { SECTION_KINDS } from "#app/staff/domain/sections.ts";
import type { HistoryRow } from "#app/staff/data/history-list.server.ts";
import { ORDER_STATUSES, REASON_CODES, reasonLabel, statusLabel } from "#app/orders/domain/order.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { areaWords, readDeliveryAreas, withAreaAmounts } from "#app/store/domain/delivery/delivery-areas.ts";
import { readSpecialHours } from "#app/store/domain/hours/hours-json.ts";
import { specialDayWords } from "#app/store/domain/hours/hours-text.ts";
import { isSettingKey, SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { hoursWords } from "#app/store/ui/staff/hours/hours-words.ts";
import { formatMoney, inCurrency, type MoneyFormat } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";
import { fieldWords } from "#app/staff/domain/field-words.ts";
import { fieldText, referenceKind, type Writing } from "./field-text.server.ts";
import type { NamedRow } from "./subjects.server.ts";

/** Actions whose internal names would mislead a reader. */
const ACTION_WORDS: Readonly<Record<string, string>> = { "order-out": "Out for delivery" };

/** "change-settings" → "Change settings", "order-accept" → "Accept" */
function actionWords(action: string): string {
  return ACTION_WORDS[action] ?? capitalised(action.replace(/^order-/, "").replaceAll("-", " "));
}

/** "Edit: Soups"; records that exist only once are not named again. */
export function entryWords({ action, subject }: Pick<HistoryRow, "action" | "subject">): string {
  const words = actionWords(action);
  return words.toLowerCase().endsWith(` ${subject}`) ? words : `${words}: ${subject}`;
}

export interface RecordLink {
  readonly to: string;
  readonly label: string;
}

/** The page of a record by its kind, or by the first word of the subject; null for kinds without pages. */
function linksTo(kind: string, id: string, label: string): readonly RecordLink[] {
  const page = SECTION_KINDS.find((each) => each.kind === kind)?.page ?? null;
  return page === null ? [] : [{ to: page.replace(":id", id), label }];
}

const kindWords = (kind: string) => kind.replaceAll("-", " ");

/** The records of the entry that still exist afterwards, at most ten. */
export function recordLinks({ kind, ids, subject, after }: HistoryRow): readonly RecordLink[] {
  if (subject === "settings") return [{ to: "/admin/site-settings", label: "Site settings" }];
  const [, word = "", id = ""] = /^([a-z-]+) ([0-9a-f-]{1,36})$/.exec(subject) ?? [];
  if (kind === null) return linksTo(word, id, subject);
  const states = isRecord(after) ? after : {};
  const labelOf = (each: string) => (ids.length === 1 ? subject : `${kindWords(kind)} ${each}`);
  return ids
    .filter((each) => states[each] !== null)
    .flatMap((each) => (kind === COMBINED_KIND ? combinedLinks(each) : linksTo(kind, each, labelOf(each))))
    .slice(0, 10);
}

/** The page of one record of an entry with records of several kinds. */
function combinedLinks(combined: string): readonly RecordLink[] {
  const { kind, id } = splitId(Number(combined));
  if (kind === "settings") return [{ to: "/admin/site-settings", label: "Site settings" }];
  if (kind === "menu")
    return [id === 1 ? { to: "/admin/menu-builder", label: "Top menu" } : { to: "/admin/footer-menu-builder", label: "Footer menu" }];
  return linksTo(kind === "coupon-codes" ? "coupon-set" : kind, String(id), `${kindWords(kind)} ${id}`);
}

/** One field of one record, before and after, as texts. */
export interface ChangeLine {
  /** The record's name if the entry has several; "" otherwise. */
  readonly record: string;
  /** The field's label on its page. */
  readonly field: string;
  /** A setting's key, as used in files and commands; "" for other fields. */
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

const MOST_LINES = 200;

/** All changes of a row, field by field. Times and amounts use the shop's format; those of an order use the order's currency. */
export function changeLines({ currency, ...row }: NamedRow, writing: Writing): readonly ChangeLine[] {
  return linesOf(row, currency === null ? writing : { ...writing, format: inCurrency(writing.format, currency) });
}

function linesOf({ action, kind, ids, before, after }: HistoryRow, writing: Writing): readonly ChangeLine[] {
  if (action.startsWith("order-") && isRecord(before) && isRecord(after))
    return fieldsOf("", orderFacts(before, writing.format), orderFacts(after, writing.format), writing);
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  const hasStates = kind !== null && ids.some((id) => id in was || id in is);
  if (!hasStates) {
    if (!isRecord(before) && !isRecord(after)) return before === null && after === null ? [] : [lineOf("", "", before, after, writing)];
    return fieldsOf("", was, is, writing).slice(0, MOST_LINES);
  }
  return ids
    .flatMap((id) => {
      const [from, to] = [was[id] ?? null, is[id] ?? null];
      const states = [isRecord(from) ? from : {}, isRecord(to) ? to : {}] as const;
      const name = kind === COMBINED_KIND ? recordWords(Number(id)) : recordName(kind, id, states, writing);
      return fieldsOf(ids.length === 1 ? "" : name, ...states, writing);
    })
    .slice(0, MOST_LINES);
}

/** The stored data of an order event in the words of the order page; amounts as texts. */
function orderFacts(facts: Fields, format: MoneyFormat): Fields {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, orderFact(name, value, format)]));
}

/** Fields of order events that are stored in cents. */
const ORDER_AMOUNTS = ["amount", "refunded", "given", "change"];

function orderFact(name: string, value: unknown, format: MoneyFormat): unknown {
  if (name === "status") return ORDER_STATUSES.filter((status) => status === value).map(statusLabel)[0] ?? value;
  if (name === "reason") return REASON_CODES.filter((code) => code === value).map(reasonLabel)[0] ?? value;
  if (name === "paymentState" && typeof value === "string") return value.replaceAll("_", " ");
  return ORDER_AMOUNTS.includes(name) && typeof value === "number" ? formatMoney(value, format) : value;
}

/** The name of one of several records: the current name, the one in the entry, or its number. */
function recordName(kind: string, id: string, states: readonly Fields[], { names }: Writing): string {
  const written = states.map((state) => state["name"]).find((name) => typeof name === "string" && name !== "");
  return names?.get(`${referenceKind(kind)} ${id}`) ?? (typeof written === "string" ? written : `no. ${id}`);
}

function recordWords(combined: number): string {
  const { kind, id } = splitId(combined);
  return kind === "settings" ? "settings" : `${kindWords(kind)} ${id}`;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(record: string, was: Fields, is: Fields, writing: Writing): readonly ChangeLine[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.map((name) => lineOf(record, name, was[name], is[name], writing)).filter((line) => line.before !== line.after);
}

function lineOf(record: string, name: string, before: unknown, after: unknown, writing: Writing): ChangeLine {
  if (isSettingKey(name)) {
    const words = (value: unknown, other: unknown) =>
      settingWords(name, value, writing) ?? fieldText(name, valueOfSetting(value), other, writing);
    return { record, field: SETTINGS[name].label, key: name, before: words(before, after), after: words(after, before) };
  }
  return {
    record,
    field: fieldWords(name),
    key: "",
    before: fieldText(name, before, after, writing),
    after: fieldText(name, after, before, writing),
  };
}

/** A setting's value as its page shows it; undefined where the generic wording is enough. */
function settingWords(key: SettingKey, value: unknown, { format, clock: { region } }: Writing): string | undefined {
  const { kind, options } = SETTINGS[key];
  if (kind === "special-hours" || kind === "delivery-areas") {
    const json = JSON.stringify(value ?? []);
    const text = kind === "delivery-areas" ? withAreaAmounts(json, (amount) => fieldAmount(amount, format)) : json;
    const lines =
      kind === "special-hours"
        ? readSpecialHours(text)?.map((day) => specialDayWords(day, region))
        : readDeliveryAreas(text)?.map((area) => areaWords(area, format));
    return lines?.join("\n");
  }
  if (kind === "weekly-hours" && isRecord(value)) return hoursWords(JSON.stringify(value), region);
  if (kind === "money" && typeof value === "number") return formatMoney(value, format);
  return kind === "dropdown" ? options?.find((option) => option.value === value)?.label : undefined;
}

/** A setting stored as JSON text, such as the texts of emails, split into its fields. */
function valueOfSetting(value: unknown): unknown {
  const held = typeof value === "string" && /^[[{]/.test(value) ? jsonOf(value) : undefined;
  return held ?? value;
}
