import { fileFormatOf, type FileFormat } from "./csv.ts";
import { sum } from "./arithmetic.ts";
import { addDays, countDays, dayOf, startOfDay } from "./clock.ts";

/* The rows that the auditor reads to recompute the downloadable files. */

/** A statement with its parameters. */
// oxlint-disable-next-line no-explicit-any -- as the driver declares them: the caller states the row type
export type Query = (text: string, values: readonly unknown[]) => Promise<{ readonly rows: readonly any[] }>;

export interface TaxLineRow {
  readonly label: string;
  readonly rate: number;
  readonly base: number;
  readonly amount: number;
}

export interface TaxTableRow {
  /** The rate of the delivery fee; 0: it is not taxed. */
  readonly delivery: number;
  readonly rates: readonly { readonly rate: number; readonly components: readonly { readonly label: string; readonly rate: number }[] }[];
}

/** The data for the line of untaxed sales. */
export interface UntaxedRow {
  readonly tax_lines: readonly TaxLineRow[];
  readonly tax_cents: number;
  readonly tax_table: TaxTableRow | null;
  readonly delivery_cents: number;
  readonly delivery_discount_cents: number;
  readonly items: readonly { readonly paid: number; readonly rate: number; readonly tax: number }[];
}

/** The tax lines of an order, plus one for untaxed sales, by items and delivery. */
export function allTaxes({ tax_lines: lines, tax_cents: tax, tax_table: table, items, ...order }: UntaxedRow): readonly TaxLineRow[] {
  const deliveryRate = table === null ? tax - sum(items.map((item) => item.tax)) : table.delivery;
  const delivery = deliveryRate > 0 ? 0 : order.delivery_cents - order.delivery_discount_cents;
  const base = delivery + sum(items.map((item) => (item.rate === 0 && item.tax === 0 ? item.paid : 0)));
  return base === 0 ? lines : [...lines, { label: "No tax", rate: 0, base, amount: 0 }];
}

interface OptionRow {
  readonly templateId: number;
  readonly optionId: number | null;
  readonly quantity: number;
  readonly freeQuantity?: number;
  readonly priceDelta: number;
}

interface FileItem {
  readonly product_id: number;
  readonly quantity: number;
  readonly paid: number;
  readonly rate: number;
  readonly tax: number;
  readonly is_free_item: boolean;
  readonly options: readonly OptionRow[];
}

/** A placed order, without test orders. */
export interface FileOrder extends UntaxedRow {
  readonly id: string;
  readonly number: string;
  readonly receipt_number: number | null;
  readonly status: string;
  readonly fulfillment: string;
  readonly payment_state: string;
  readonly currency: string;
  readonly items_cents: number;
  readonly discount_cents: number;
  readonly is_tax_included: boolean;
  readonly tip_cents: number;
  readonly final_cents: number;
  readonly captured_cents: number;
  readonly refunded_cents: number;
  readonly reason_code: string | null;
  readonly promotions: readonly { readonly promotionId: number; readonly amount: number }[];
  readonly placed_at: Date;
  readonly accepted_at: Date | null;
  readonly promised_at: Date | null;
  readonly ready_at: Date | null;
  readonly completed_at: Date | null;
  readonly items: readonly FileItem[];
  /** Its business day. */
  readonly day: string;
}

export interface FilePeriod {
  readonly from: string;
  readonly to: string;
}

export interface FileBooks {
  /** The journal's account numbers in the settings, by setting. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Lower-case code. */
  readonly currency: string;
  readonly zone: string;
  readonly format: FileFormat;
  readonly now: Date;
  readonly period: FilePeriod;
  /** The comparison period of reports: the last day ends at the same time of day as today's. */
  readonly before: FilePeriod & { readonly until: Date };
  /** For both periods. */
  readonly orders: readonly FileOrder[];
}

/** The maximum of a report. */
const MAX_DAYS = 366;

export async function readFileBooks(query: Query, since: Date, now: Date): Promise<FileBooks> {
  const read = async <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => (await query(text, values)).rows;
  const settings = await read<{ readonly key: string; readonly value: string }>(
    "select key, value #>> '{}' as value from settings where key in ('CURRENCY', 'STORE_TIMEZONE', 'CSV_FORMAT', 'LOCALE') or key like 'JOURNAL\\_%'",
  );
  const settingOf = (wanted: string) => settings.find(({ key }) => key === wanted)?.value;
  const zone = settingOf("STORE_TIMEZONE") ?? "America/Toronto";
  const [first] = await read<{ readonly at: Date | null }>("select min(placed_at) as at from orders where placed_at >= $1", [since]);
  const to = dayOf(now, zone);
  const earliest = addDays(to, 1 - MAX_DAYS);
  const firstDay = first?.at == null ? to : dayOf(first.at, zone);
  // The audit's first day may include orders before its start that the files contain.
  const from = firstDay < earliest ? earliest : firstDay;
  const count = countDays(from, to);
  const back = count === 1 ? 7 : count;
  const before = { from: addDays(from, -back), to: addDays(to, -back) };
  const [startOfLast, startOfToday] = [startOfDay(before.to, zone), startOfDay(to, zone)];
  const sameTime = new Date(startOfLast.getTime() + now.getTime() - startOfToday.getTime());
  const endOfLast = startOfDay(addDays(before.to, 1), zone);
  const rows = await read<Omit<FileOrder, "day">>(
    `select o.id, number, receipt_number, status, fulfillment, payment_state, currency, sub_total_cents as items_cents, promotion_discount_cents as discount_cents,
      delivery_fee_cents as delivery_cents, delivery_discount_cents, o.tax_cents, is_tax_included, o.tax_lines, o.tax_table, tip_cents, final_total_cents as final_cents, captured_cents, refunded_cents,
      reason_code, applied_promotions as promotions, placed_at, accepted_at, promised_at, ready_at, completed_at,
      coalesce((select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'quantity', i.quantity, 'paid', i.line_total_cents - i.discount_cents,
        'rate', i.tax_rate_ppm, 'tax', i.tax_cents, 'is_free_item', i.is_free_item, 'options', i.options)) from order_items i where i.order_id = o.id), '[]') as items
      from orders o where placed_at >= $1 and status not in ('awaiting_payment', 'abandoned') and not is_test`,
    [startOfDay(before.from, zone)],
  );
  return {
    accounts: new Map(settings.map(({ key, value }) => [key, value.split(" ")[0] ?? ""])),
    currency: (settingOf("CURRENCY") ?? "usd").toLowerCase(),
    zone,
    format: fileFormatOf(settingOf("CSV_FORMAT") ?? "locale", settingOf("LOCALE") ?? "en-US"),
    now,
    period: { from, to },
    before: { ...before, until: sameTime < endOfLast ? sameTime : endOfLast },
    orders: rows.map((order) => ({ ...order, day: dayOf(order.placed_at, zone) })),
  };
}
