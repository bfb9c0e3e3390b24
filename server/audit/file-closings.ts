import { digits, money, sum, taxName } from "./arithmetic.ts";
import { clockText } from "./clock.ts";
import type { ExpectedFile } from "./expected-file.ts";
import { allTaxes, type FileBooks, type Query, type TaxTableRow } from "./file-books.ts";

const AMOUNTS = ["orders", "items", "discounts", "delivery", "taxAdded", "taxIncluded", "tips", "card", "atPickup", "refunds"] as const;

interface TaxPart {
  readonly label: string;
  readonly rate: number;
  readonly base: number;
  readonly amount: number;
}

interface CountedRow extends Readonly<Record<(typeof AMOUNTS)[number], number>> {
  readonly taxes: readonly TaxPart[];
  readonly refundTaxes: readonly TaxPart[];
}

interface ClosingRow {
  readonly id: number;
  readonly number: number;
  readonly day: string;
  readonly currency: string;
  readonly counted: CountedRow;
  readonly float: number;
  readonly terminal: number;
  readonly cash: number;
  readonly expected: number;
}

interface ClosedOrderRow {
  readonly closing_id: number;
  readonly order_id: string;
  readonly number: string;
  readonly is_test: boolean;
  /** Items at list price. */
  readonly listed: number;
  readonly placed_at: Date | null;
  readonly counted: CountedRow;
  readonly delivery: number;
  readonly discount: number;
  readonly tip: number;
  readonly tax: number;
  readonly is_tax_included: boolean;
  readonly tax_lines: readonly TaxPart[];
  /** Null in orders of early versions: each rate was one tax, and delivery used the highest. */
  readonly tax_table: TaxTableRow | null;
  readonly items: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly list: number;
    readonly discount: number;
    readonly tax: number;
    readonly rate: number;
  }[];
}

interface Closings {
  readonly files: readonly ExpectedFile[];
  /** Closed days whose stored amounts differ from their orders. */
  readonly findings: readonly string[];
}

/** The bookkeeper files of all closed days, summed from the orders that each day counts (docs/rules/end-of-day.md). */
export async function closingFiles(query: Query, { zone, accounts }: FileBooks): Promise<Closings> {
  const closings: readonly ClosingRow[] = (
    await query(
      `select id, number, day::text, currency, counted, float_cents::float8 as float, terminal_cents::float8 as terminal, counted_cash_cents::float8 as cash,
        expected_cash_cents::float8 as expected from day_closings where reopened_at is null order by number`,
      [],
    )
  ).rows;
  const [first, last] = [closings[0], closings.at(-1)];
  if (first === undefined || last === undefined) return { files: [], findings: [] };
  const rows: readonly ClosedOrderRow[] = (
    await query(
      `select d.closing_id, d.order_id, coalesce(o.number, '') as number, o.is_test, o.sub_total_cents as listed, o.placed_at, d.counted, o.delivery_fee_cents as delivery, o.promotion_discount_cents as discount,
        o.tip_cents as tip, o.tax_cents as tax, o.is_tax_included, o.tax_lines, o.tax_table,
        coalesce((select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity, 'list', i.line_total_cents, 'discount', i.discount_cents,
          'tax', i.tax_cents, 'rate', i.tax_rate_ppm)) from order_items i where i.order_id = o.id), '[]') as items
      from day_closing_orders d join day_closings c on c.id = d.closing_id and c.reopened_at is null join orders o on o.id = d.order_id`,
      [],
    )
  ).rows;
  const byClosing = Map.groupBy(rows, ({ closing_id }) => closing_id);
  const ordersOf = ({ id }: ClosingRow) => byClosing.get(id) ?? [];
  const file = (name: string, keys: number, columns: readonly string[], linesOf: (closing: ClosingRow) => ExpectedFile["rows"]) => ({
    title: `bookkeeper, ${name}`,
    address: `/admin/end-of-day/files/${name}?from=${first.day}&to=${last.day}`,
    columns: ["day", "closing", ...columns, "currency"],
    keys,
    rows: closings.flatMap((closing) =>
      linesOf(closing).map((line) => [closing.day, String(closing.number), ...line, closing.currency.toUpperCase()]),
    ),
  });
  return {
    files: [
      file(
        "order-lines",
        3,
        ["order", "placed_at", "kind", "name", "quantity", "list_price", "discount", "tax", "paid", "tax_rate", "tax_components"],
        (closing) => ordersOf(closing).flatMap((order) => orderLines(order, zone, closing.currency)),
      ),
      file("tax", 3, ["tax", "taxed", "tax_amount", "refunded", "refunded_tax", "tax_due"], (closing) =>
        [...taxesOf(ordersOf(closing))].map(([label, tax]) => [
          label,
          ...[tax.base, tax.amount, tax.refundBase, tax.refundAmount, tax.amount - tax.refundAmount].map((amount) =>
            digits(amount, closing.currency),
          ),
        ]),
      ),
      file("journal", 4, ["account", "detail", "debit", "credit"], (closing) => journalLines(closing, ordersOf(closing), accounts)),
    ],
    findings: [
      ...closings.flatMap((closing, index) => [
        ...(closing.number === index + 1 ? [] : [`closed day ${closing.number} of ${closing.day}: its number would be ${index + 1}`]),
        ...auditClosing(closing, ordersOf(closing)),
      ]),
      ...[...Map.groupBy(rows, ({ order_id: id }) => id).values()].flatMap((parts) => auditCountedOrder(parts, closings)),
    ],
  };
}

function totalOf(orders: readonly ClosedOrderRow[], name: (typeof AMOUNTS)[number]): number {
  return sum(orders.map(({ counted }) => counted[name]));
}

function auditClosing(closing: ClosingRow, orders: readonly ClosedOrderRow[]): readonly string[] {
  const { currency } = closing;
  const named = `closed day ${closing.number} of ${closing.day}`;
  const wrong = AMOUNTS.flatMap((name) => {
    const expected = totalOf(orders, name);
    const [ours, theirs] =
      name === "orders" ? [expected, closing.counted[name]] : [money(expected, currency), money(closing.counted[name], currency)];
    return expected === closing.counted[name] ? [] : [`${named}: ${name}: ${ours} by its orders, ${theirs} stored`];
  });
  const cash = closing.float + totalOf(orders, "atPickup") - closing.terminal;
  return cash === closing.expected
    ? wrong
    : [...wrong, `${named}: ${money(cash, currency)} in cash by its orders, ${money(closing.expected, currency)} stored`];
}

/**
 * Checks that the closed days count each order once; a reversed sale counts as zero. An order keeps the amounts of the day that counts it.
 */
function auditCountedOrder(parts: readonly ClosedOrderRow[], closings: readonly ClosingRow[]): readonly string[] {
  const [order] = parts;
  const closing = closings.find(({ id }) => id === order?.closing_id);
  if (order === undefined || closing === undefined) return [];
  const named = `order ${order.number}, counted by closed day ${parts.map((part) => closings.find(({ id }) => id === part.closing_id)?.number).join(", ")}`;
  const times = totalOf(parts, "orders");
  if (order.is_test) return [`${named}: it is a test order, which no day counts`];
  if (times !== 0 && times !== 1) return [`${named}: it counts ${times} times`];
  const amounts = [
    ["items", order.listed],
    ["discounts", order.discount],
    ["delivery", order.delivery],
    ["taxAdded", order.is_tax_included ? 0 : order.tax],
    ["taxIncluded", order.is_tax_included ? order.tax : 0],
    ["tips", order.tip],
  ] as const;
  const wrong = amounts.flatMap(([name, amount]) => {
    const [ours, theirs] = [times * amount, totalOf(parts, name)];
    return ours === theirs
      ? []
      : [`${named}: ${name}: ${money(ours, closing.currency)} by the order, ${money(theirs, closing.currency)} counted`];
  });
  const untaxed = parts.flatMap(({ counted }) => counted.taxes.filter(({ rate }) => rate === 0));
  const [ours, theirs] = [times * untaxedOf(order), sum(untaxed.map(({ base }) => base))];
  // Earlier releases did not count untaxed sales.
  return untaxed.length === 0 || ours === theirs
    ? wrong
    : [...wrong, `${named}: without tax: ${money(ours, closing.currency)} by the order, ${money(theirs, closing.currency)} counted`];
}

function untaxedOf({ items, discount, delivery, tax, tax_table, tax_lines }: ClosedOrderRow): number {
  const taxes = allTaxes({
    tax_lines,
    tax_cents: tax,
    tax_table,
    delivery_cents: delivery,
    delivery_discount_cents: discount - sum(items.map((item) => item.discount)),
    items: items.map((item) => ({ ...item, paid: item.list - item.discount })),
  });
  return sum(taxes.filter(({ rate }) => rate === 0).map(({ base }) => base));
}

function orderLines(order: ClosedOrderRow, zone: string, currency: string): ExpectedFile["rows"] {
  const { orders: sign, refunds } = order.counted;
  const start = [order.number, clockText(order.placed_at, zone)];
  const line = (
    kind: string,
    name: string,
    quantity: number,
    amounts: readonly [list: number, discount: number, tax: number],
    rate: number | null,
  ) => {
    const [list, discount, tax] = amounts;
    const paid = list - discount + (order.is_tax_included ? 0 : tax);
    return [
      ...start,
      kind,
      name,
      String(sign * quantity),
      ...[list, discount, tax, paid].map((amount) => digits(sign * amount + 0, currency)),
      ...taxCells(order, rate),
    ];
  };
  const deliveryDiscount = order.discount - sum(order.items.map(({ discount }) => discount));
  const deliveryTax = order.tax - sum(order.items.map(({ tax }) => tax));
  const hasDelivery = order.delivery !== 0 || deliveryDiscount !== 0 || deliveryTax !== 0;
  const sold = [
    ...order.items.map(({ name, quantity, list, discount, tax, rate }) => line("item", name, quantity, [list, discount, tax], rate)),
    ...(hasDelivery
      ? [line("delivery", "Delivery", 1, [order.delivery, deliveryDiscount, deliveryTax], deliveryRate(order, deliveryTax))]
      : []),
    ...(order.tip === 0 ? [] : [line("tip", "Tip", 1, [order.tip, 0, 0], null)]),
  ];
  const refund = [...start, "refund", "Refund", "1", ...[0, 0, 0, 0 - refunds].map((amount) => digits(amount, currency)), "", ""];
  return [...(sign === 0 ? [] : sold), ...(refunds === 0 ? [] : [refund])];
}

function deliveryRate({ tax_lines: lines, tax_table: table }: ClosedOrderRow, tax: number): number {
  if (table !== null) return table.delivery;
  return tax === 0 ? 0 : lines.reduce((most, { rate }) => (rate > most ? rate : most), 0);
}

/** The tax rate of a line and its taxes; null: untaxed. */
function taxCells({ tax_lines: lines, tax_table: table }: ClosedOrderRow, rate: number | null): readonly [string, string] {
  if (rate === null) return ["", ""];
  const parts =
    table === null
      ? lines.filter((each) => each.rate === rate)
      : table.rates.flatMap((each) => (each.rate === rate ? each.components : []));
  return [`${rate / 10_000}%`, rate === 0 ? "" : parts.map(taxName).join("; ")];
}

interface TaxSums {
  base: number;
  amount: number;
  refundBase: number;
  refundAmount: number;
}

/** By name with percentage. */
function taxesOf(orders: readonly ClosedOrderRow[]): ReadonlyMap<string, TaxSums> {
  const all = new Map<string, TaxSums>();
  for (const { counted } of orders) {
    for (const tax of counted.taxes) {
      const row = rowOf(all, tax);
      row.base += tax.base;
      row.amount += tax.amount;
    }
    for (const tax of counted.refundTaxes) {
      const row = rowOf(all, tax);
      row.refundBase += tax.base;
      row.refundAmount += tax.amount;
    }
  }
  return new Map([...all].filter(([, row]) => Object.values(row).some((amount) => amount !== 0)));
}

function rowOf(all: Map<string, TaxSums>, { label, rate }: TaxPart): TaxSums {
  const name = taxName({ label, rate });
  const row = all.get(name) ?? { base: 0, amount: 0, refundBase: 0, refundAmount: 0 };
  all.set(name, row);
  return row;
}

/** The default account numbers. */
const ACCOUNTS = {
  CASH: "1000",
  CARD: "1210",
  TERMINAL: "1220",
  TAX: "2200",
  TIPS: "2300",
  ABOVE: "2400",
  SALES: "4000",
  DELIVERY: "4010",
  DISCOUNTS: "4090",
  REFUNDS: "4095",
  DIFFERENCE: "6900",
} as const;

/** The day as one journal entry: amounts above zero are debits, amounts below are credits. */
function journalLines(closing: ClosingRow, orders: readonly ClosedOrderRow[], accounts: ReadonlyMap<string, string>): ExpectedFile["rows"] {
  const of = (name: (typeof AMOUNTS)[number]) => totalOf(orders, name);
  const taxes = [...taxesOf(orders)];
  const cashTaken = of("atPickup") - closing.terminal;
  const difference = closing.cash - closing.float - cashTaken;
  const refundTax = sum(taxes.map(([, { refundAmount }]) => refundAmount));
  const untold = of("taxAdded") + of("taxIncluded") - sum(taxes.map(([, { amount }]) => amount));
  const totals = of("items") - of("discounts") + of("delivery") + of("taxAdded") + of("tips");
  const lines: readonly (readonly [account: keyof typeof ACCOUNTS, debit: number, detail?: string])[] = [
    ["CARD", of("card") - of("refunds")],
    ["CASH", cashTaken + difference],
    ["TERMINAL", closing.terminal],
    ["DISCOUNTS", of("discounts")],
    ["REFUNDS", of("refunds") - refundTax],
    ["SALES", of("taxIncluded") - of("items")],
    ["DELIVERY", 0 - of("delivery")],
    ...taxes.map(([label, { amount, refundAmount }]) => ["TAX", refundAmount - amount, label] as const),
    ["TAX", 0 - untold],
    ["TIPS", 0 - of("tips")],
    ["ABOVE", totals - of("card") - of("atPickup")],
    ["DIFFERENCE", 0 - difference],
  ];
  return lines.flatMap(([account, debit, detail = ""]) =>
    debit === 0
      ? []
      : [
          [
            accounts.get(`JOURNAL_${account}`) ?? ACCOUNTS[account],
            detail,
            debit > 0 ? digits(debit, closing.currency) : "",
            debit < 0 ? digits(0 - debit, closing.currency) : "",
          ],
        ],
  );
}
