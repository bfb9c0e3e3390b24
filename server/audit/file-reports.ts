import { digits, paidOf, sum, taxName } from "./arithmetic.ts";
import { addDays, clockText, countDays } from "./clock.ts";
import type { ExpectedFile } from "./expected-file.ts";
import { allTaxes, type FileBooks, type FileOrder } from "./file-books.ts";

const CALLED_OFF: ReadonlySet<string> = new Set(["rejected", "cancelled"]);
const MINUTE_MS = 60_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type Cell = (cents: number) => string;

/** Every table of the dashboard, by the rules of docs/rules/figures.md. */
export function reportFiles(books: FileBooks): readonly ExpectedFile[] {
  const { period, before, currency } = books;
  const cell: Cell = (cents) => digits(cents, currency);
  const ofShop = books.orders.filter((order) => order.currency === currency);
  const current = ofShop.filter(({ day }) => day >= period.from && day <= period.to);
  const earlier = ofShop.filter(({ day, placed_at: at }) => day >= before.from && day <= before.to && at < before.until);
  const [sold, soldBefore] = [current.filter(isSold), earlier.filter(isSold)];
  const count = countDays(period.from, period.to);
  const beforeTitle = count === 1 ? `${WEEKDAYS[weekdayOf(period.from)]} before` : `The ${count} days before`;
  const table = (name: string, keys: number, columns: readonly string[], rows: ExpectedFile["rows"]): ExpectedFile => ({
    title: `dashboard, ${name}`,
    address: `/admin/figures.csv?table=${name}&from=${period.from}&to=${period.to}`,
    columns,
    keys,
    rows,
  });
  return [
    table("money", 1, ["Part", "Amount", "Orders", beforeTitle], moneyRows(current, earlier, cell)),
    table("taxes", 0, ["Tax", "Orders", "Taxed", "Tax amount"], taxRows(sold, cell)),
    table("hours", 1, ["Hour", "Orders", beforeTitle, "Sales"], hourRows(sold, soldBefore, books.zone, cell)),
    table("weekdays", 1, ["Weekday", "Sales", "Orders", "Sales a day"], weekdayRows(sold, period, cell)),
    table(
      "days",
      1,
      ["Day", "Sales", "Orders"],
      daysOf(period).map((day) => [
        dayWords(day),
        ...salesAndCount(
          sold.filter((order) => order.day === day),
          cell,
        ),
      ]),
    ),
    table("items", 0, ["Sold", "Sales"], itemRows(sold, cell)),
    table("options", 0, ["Chosen", "Extra"], optionRows(sold, cell)),
    table("promotions", 0, ["Orders", "Given"], promotionRows(sold, cell)),
    table(
      "reasons",
      0,
      ["Orders", "Worth"],
      [...Map.groupBy(current.filter(isCalledOff), ({ reason_code }) => reason_code).values()].map((orders) => [
        String(orders.length),
        cell(sum(orders.map(({ final_cents }) => final_cents))),
      ]),
    ),
    table("answers", 1, ["Time to accept", "Orders"], stepRows(current.flatMap(answerStep), ANSWERS)),
    table("ready", 1, ["On-time performance", "Orders"], stepRows(current.flatMap(readyStep), READY)),
  ];
}

function isCalledOff({ status }: FileOrder): boolean {
  return CALLED_OFF.has(status);
}

function isSold(order: FileOrder): boolean {
  return !isCalledOff(order);
}

function salesOf(orders: readonly FileOrder[]): number {
  return sum(orders.map(paidFor));
}

function paidFor({ final_cents, captured_cents, refunded_cents }: FileOrder): number {
  return paidOf(final_cents, captured_cents, refunded_cents);
}

/** The refunded part of the total; the rest of a difference was never charged. */
function refundedFrom(order: FileOrder): number {
  return Math.min(order.refunded_cents, order.final_cents - paidFor(order));
}

function salesAndCount(orders: readonly FileOrder[], cell: Cell): readonly string[] {
  return [cell(salesOf(orders)), String(orders.length)];
}

function moneyRows(current: readonly FileOrder[], earlier: readonly FileOrder[], cell: Cell): ExpectedFile["rows"] {
  const sold: (order: FileOrder) => boolean = isSold;
  /** The counted orders, the amount of each, and whether an empty row is left out. */
  const parts: readonly (readonly [string, (order: FileOrder) => boolean, (order: FileOrder) => number, boolean?])[] = [
    ["Items at list price", sold, (order) => order.items_cents],
    ["Discounts", (order) => sold(order) && order.discount_cents > 0, (order) => 0 - order.discount_cents],
    ["Delivery fees", (order) => sold(order) && order.delivery_cents > 0, (order) => order.delivery_cents],
    ["Tax", (order) => sold(order) && order.tax_cents > 0 && !order.is_tax_included, (order) => order.tax_cents, true],
    ["Tips", (order) => sold(order) && order.tip_cents > 0, (order) => order.tip_cents],
    ["Refunds", (order) => sold(order) && refundedFrom(order) > 0, (order) => 0 - refundedFrom(order)],
    [
      "Not charged, though ordered",
      (order) => sold(order) && paidFor(order) + refundedFrom(order) < order.final_cents,
      (order) => paidFor(order) + refundedFrom(order) - order.final_cents,
      true,
    ],
    ["Sales", sold, paidFor],
    [
      "Kept from cancelled orders, not in sales",
      (order) => !sold(order) && order.captured_cents > order.refunded_cents,
      (order) => order.captured_cents - order.refunded_cents,
      true,
    ],
  ];
  return parts.flatMap(([label, counts, amountOf, isLeftOut]) => {
    const counted = current.filter(counts);
    const [now, then] = [sum(counted.map(amountOf)), sum(earlier.filter(counts).map(amountOf))];
    return isLeftOut === true && now === 0 && then === 0 ? [] : [[label, cell(now), String(counted.length), cell(then)]];
  });
}

function taxRows(sold: readonly FileOrder[], cell: Cell): ExpectedFile["rows"] {
  const lines = sold.flatMap((order) => allTaxes(order).map((line) => ({ ...line, id: order.id })));
  return [...Map.groupBy(lines, ({ label, rate }) => `${rate} ${label}`).values()].flatMap((same) =>
    same
      .slice(0, 1)
      .map((tax) => [
        taxName(tax),
        String(new Set(same.map(({ id }) => id)).size),
        cell(sum(same.map(({ base }) => base))),
        cell(sum(same.map(({ amount }) => amount))),
      ]),
  );
}

function hourRows(sold: readonly FileOrder[], before: readonly FileOrder[], zone: string, cell: Cell): ExpectedFile["rows"] {
  if (sold.length + before.length === 0) return [];
  const hourOf = ({ placed_at }: FileOrder) => Number(clockText(placed_at, zone).slice(11, 13));
  // A business day starts at 4 AM; lunch to dinner is always shown.
  const places = [...sold, ...before].map((order) => (hourOf(order) + 20) % 24);
  const first = places.reduce((least, place) => Math.min(least, place), 7);
  const last = places.reduce((most, place) => Math.max(most, place), 18);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index + 4) % 24).map((hour) => {
    const orders = sold.filter((order) => hourOf(order) === hour);
    const then = before.filter((order) => hourOf(order) === hour).length;
    return [`${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`, String(orders.length), String(then), cell(salesOf(orders))];
  });
}

function weekdayRows(sold: readonly FileOrder[], period: FileBooks["period"], cell: Cell): ExpectedFile["rows"] {
  return WEEKDAYS.map((name, weekday) => {
    const days = daysOf(period).filter((day) => weekdayOf(day) === weekday);
    const orders = sold.filter(({ day }) => weekdayOf(day) === weekday);
    const average = days.length === 0 ? 0 : Math.round(salesOf(orders) / days.length);
    return [name, ...salesAndCount(orders, cell), cell(average)];
  });
}

function itemRows(sold: readonly FileOrder[], cell: Cell): ExpectedFile["rows"] {
  const lines = sold.flatMap(({ items }) => items).filter((item) => !item.is_free_item);
  return [...Map.groupBy(lines, ({ product_id }) => product_id).values()].map((same) => [
    String(sum(same.map(({ quantity }) => quantity))),
    cell(sum(same.map(({ paid }) => paid))),
  ]);
}

function optionRows(sold: readonly FileOrder[], cell: Cell): ExpectedFile["rows"] {
  const chosen = sold
    .flatMap(({ items }) => items)
    .flatMap((item) =>
      item.options.filter(({ optionId }) => optionId !== null && optionId > 0).map((option) => ({ ...option, units: item.quantity })),
    );
  return [...Map.groupBy(chosen, ({ templateId, optionId }) => `${templateId}-${optionId}`).values()].map((same) => [
    String(sum(same.map(({ quantity, units }) => quantity * units))),
    cell(sum(same.map(({ quantity, freeQuantity = 0, priceDelta, units }) => priceDelta * (quantity - freeQuantity) * units))),
  ]);
}

function promotionRows(sold: readonly FileOrder[], cell: Cell): ExpectedFile["rows"] {
  const usedPromotions = sold.flatMap(({ promotions }) => promotions).filter(({ amount }) => amount > 0);
  return [...Map.groupBy(usedPromotions, ({ promotionId }) => promotionId).values()].map((same) => [
    String(same.length),
    cell(sum(same.map(({ amount }) => amount))),
  ]);
}

/** Upper bounds, in minutes. */
const ANSWERS: readonly (readonly [string, number])[] = [
  ["Within a minute", 1],
  ["1 to 2 minutes", 2],
  ["2 to 5 minutes", 5],
  ["5 to 10 minutes", 10],
  ["10 minutes or longer", Infinity],
];
const READY: readonly string[] = [
  "More than 5 minutes early",
  "On time",
  "Up to 5 minutes late",
  "5 to 15 minutes late",
  "More than 15 minutes late",
];

function answerStep({ placed_at: placed, accepted_at: accepted }: FileOrder): readonly string[] {
  if (accepted === null) return [];
  const minutes = (accepted.getTime() - placed.getTime()) / MINUTE_MS;
  return [ANSWERS.find(([, most]) => minutes < most)?.[0] ?? ""];
}

function readyStep({ promised_at: promised, ready_at: ready }: FileOrder): readonly string[] {
  if (promised === null || ready === null) return [];
  const late = (ready.getTime() - promised.getTime()) / MINUTE_MS;
  const step = late < -5 ? 0 : 1 + [0, 5, 15].filter((most) => late > most).length;
  return [READY[step] ?? ""];
}

function stepRows(found: readonly string[], steps: readonly (string | readonly [string, number])[]): ExpectedFile["rows"] {
  if (found.length === 0) return [];
  return steps
    .map((step) => (typeof step === "string" ? step : step[0]))
    .map((label) => [label, String(found.filter((each) => each === label).length)]);
}

function daysOf({ from, to }: FileBooks["period"]): readonly string[] {
  return Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
}

function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}

const words = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short", month: "short", day: "numeric", year: "numeric" });

function dayWords(day: string): string {
  return words.format(new Date(`${day}T12:00:00Z`));
}
