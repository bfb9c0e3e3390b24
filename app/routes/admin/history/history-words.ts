import { formatDayAndTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
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
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { parseInstant } from "#app/values/time.ts";
import { capitalised } from "#app/values/text.ts";
import { isRecord } from "#app/values/json.ts";

/** Acts whose own names say something else to people than to the shop. */
const ACTION_WORDS: Readonly<Record<string, string>> = { "order-out": "Out for delivery" };

/** "change-settings" → "Change settings", "order-accept" → "Accept" */
function actionWords(action: string): string {
  return ACTION_WORDS[action] ?? capitalised(action.replace(/^order-/, "").replaceAll("-", " "));
}

/** "Edit: Soups"; what there is only one of is not named twice. */
export function entryWords({ action, subject }: Pick<HistoryRow, "action" | "subject">): string {
  const words = actionWords(action);
  return words.toLowerCase().endsWith(` ${subject}`) ? words : `${words}: ${subject}`;
}

export interface RecordLink {
  readonly to: string;
  readonly label: string;
}

/** The page of a record by its kind, or by the first word of the subject; none for kinds without pages. */
function linksTo(kind: string, id: string, label: string): readonly RecordLink[] {
  const page = SECTION_KINDS.find((each) => each.kind === kind)?.page ?? null;
  return page === null ? [] : [{ to: page.replace(":id", id), label }];
}

const kindWords = (kind: string) => kind.replaceAll("-", " ");

/** The records an act was done to that still exist afterwards, at most ten. */
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

/** The page of a record of an act that touched records of several kinds. */
function combinedLinks(combined: string): readonly RecordLink[] {
  const { kind, id } = splitId(Number(combined));
  if (kind === "settings") return [{ to: "/admin/site-settings", label: "Site settings" }];
  if (kind === "menu")
    return [id === 1 ? { to: "/admin/menu-builder", label: "Top menu" } : { to: "/admin/footer-menu-builder", label: "Footer menu" }];
  return linksTo(kind === "coupon-codes" ? "coupon-set" : kind, String(id), `${kindWords(kind)} ${id}`);
}

/** One field of one record, before and after, as texts. */
export interface ChangeLine {
  /** Which record, when there are several; "" otherwise. */
  readonly record: string;
  /** As its page calls it. */
  readonly field: string;
  /** A setting's own name, as files and commands know it; "" for all else. */
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

const MOST_LINES = 200;
const MOST_SHOWN = 600;

/** The shop's clock and currency. */
interface Writing {
  readonly clock: ShopClock;
  readonly format: MoneyFormat;
}

/** All that a row says about what changed, field by field; as the shop writes times and amounts. */
export function changeLines({ action, kind, ids, before, after }: HistoryRow, writing: Writing): readonly ChangeLine[] {
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
      const name = kind === COMBINED_KIND ? recordWords(Number(id)) : id;
      const record = ids.length === 1 ? "" : name;
      return fieldsOf(record, isRecord(from) ? from : {}, isRecord(to) ? to : {}, writing);
    })
    .slice(0, MOST_LINES);
}

/** What is written down of an act on an order, in the words of its own page; amounts as dollars. */
function orderFacts(facts: Fields, format: MoneyFormat): Fields {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, orderFact(name, value, format)]));
}

/** What acts on orders write down in cents. */
const ORDER_AMOUNTS = ["amount", "refunded"];

function orderFact(name: string, value: unknown, format: MoneyFormat): unknown {
  if (name === "status") return ORDER_STATUSES.filter((status) => status === value).map(statusLabel)[0] ?? value;
  if (name === "reason") return REASON_CODES.filter((code) => code === value).map(reasonLabel)[0] ?? value;
  if (name === "paymentState" && typeof value === "string") return value.replaceAll("_", " ");
  return ORDER_AMOUNTS.includes(name) && typeof value === "number" ? formatMoney(value, format) : value;
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

/** Fields whose own names say something else to people than to the shop; left out = the name in words. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  isHidden: "hidden",
  html: "text",
  descriptionHtml: "description",
  bodyHtml: "text",
  contentHash: "file",
  fileName: "name",
  mediaId: "picture",
  parentId: "below",
  hue: "colour without a picture",
  pictureTexts: "words of pictures",
  deletedAt: "in the bin since",
  goesWith: "goes well with",
  compareAt: "price before",
  compareAtCents: "price before",
  sku: "SKU",
  weightGrams: "weight in grams",
  leadHours: "lead time in hours",
  maxPerOrder: "most per order",
  lowStock: "low stock level",
  weightUnit: "price per",
  weightStep: "step of the weight",
  weightMin: "least weight",
  focalX: "focal point from the left",
  focalY: "focal point from the top",
};

function lineOf(record: string, name: string, before: unknown, after: unknown, writing: Writing): ChangeLine {
  if (isSettingKey(name)) {
    const words = (value: unknown, other: unknown) => settingWords(name, value, writing) ?? valueText(name, value, other, writing);
    return { record, field: SETTINGS[name].label, key: name, before: words(before, after), after: words(after, before) };
  }
  const plain = name
    .replace(/^is(?=[A-Z])|(?:Cents|Id)$/g, "")
    .replaceAll(/(?<=[a-z])([A-Z])/g, " $1")
    .replaceAll("_", " ")
    .toLowerCase();
  const field = FIELD_WORDS[name] ?? plain;
  return { record, field, key: "", before: valueText(name, before, after, writing), after: valueText(name, after, before, writing) };
}

/** A setting's value as its page shows it; undefined where any value's words do as well. */
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

/** `other` is the same field on the other side: of a list of records only those stand here that differ. */
function valueText(name: string, value: unknown, other: unknown, writing: Writing): string {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && /cents$/i.test(name)) return formatMoney(value, writing.format);
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return clip(partLines(value, other).join("\n"));
  if (name === "hours") return hoursWords(typeof value === "string" ? value : JSON.stringify(value), writing.clock.region);
  const instant = typeof value === "string" && INSTANT.test(value) ? parseInstant(value) : null;
  if (instant !== null) return formatDayAndTime(instant, writing.clock, { hasYear: true });
  const isWords = Array.isArray(value) && value.every((each) => typeof each === "string" || typeof each === "number");
  if (isWords) return clip(value.join(", "));
  return clip(typeof value === "string" ? value : JSON.stringify(value, null, 1));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function clip(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** A line for each record of a list that is not the same in the other one: what of it says something. */
function partLines(parts: readonly Readonly<Record<string, unknown>>[], other: unknown): readonly string[] {
  const others = new Set(Array.isArray(other) ? other.map((part) => JSON.stringify(part)) : []);
  const changed = parts.filter((part) => !others.has(JSON.stringify(part)));
  return changed.map((part) =>
    Object.entries(part)
      .filter(([, value]) => value !== null && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join(", "),
  );
}
