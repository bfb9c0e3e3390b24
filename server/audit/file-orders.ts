import { BY_STAFF } from "./books.ts";
import { clockText } from "./clock.ts";
import { digits, taxText } from "./arithmetic.ts";
import type { ExpectedFile } from "./expected-file.ts";
import { allTaxes, type FileBooks, type FileOrder, type Query, type TaxLineRow, type UntaxedRow } from "./file-books.ts";

/** The three lists and their statuses; null: all. */
const LISTS: readonly (readonly [string, readonly string[] | null])[] = [
  ["all", null],
  ["accepted", ["accepted", "preparing", "ready", "out_for_delivery", "completed"]],
  ["rejected", ["rejected", "cancelled"]],
];
/** Maximum rows of a file; longer ones cannot be compared. */
const MAX_ROWS = 10_000;
/** As `paidOf` in arithmetic.ts. */
const PAID = `case when o.captured_cents = 0 or o.captured_cents - o.refunded_cents >= o.final_total_cents then o.final_total_cents
  when o.captured_cents > o.refunded_cents then o.captured_cents - o.refunded_cents else 0 end`;
const SOLD = "('received', 'accepted', 'preparing', 'ready', 'out_for_delivery', 'completed')";

/** The order lists, one file per day with orders. */
export function orderFiles({ orders, period, zone, format }: FileBooks): readonly ExpectedFile[] {
  const days = Map.groupBy(
    orders.filter(({ day }) => day >= period.from),
    ({ day }) => day,
  );
  const columns = [
    "number",
    "placed_at",
    "status",
    "type",
    "items",
    "discount",
    "delivery",
    "tax",
    "tip",
    "total",
    "paid",
    "refunded",
    "payment",
    "reason",
    "completed_at",
    "currency",
    "staff_discount",
    "tax_by_rate",
    "taxed_by_rate",
    "receipt_number",
  ];
  return [...days].flatMap(([day, ofDay]) =>
    LISTS.map(([list, statuses]) => ({
      title: `orders, ${list}, ${day}`,
      address: `/admin/orders/${list}.csv?from=${day}&to=${day}`,
      columns,
      keys: 1,
      rows: ofDay.filter(({ status }) => statuses?.includes(status) !== false).map((order) => orderRow(order, zone, format.decimal)),
    })).filter(({ rows }) => rows.length <= MAX_ROWS),
  );
}

function orderRow(order: FileOrder, zone: string, decimal: string): readonly string[] {
  const amounts = [
    order.items_cents,
    order.discount_cents,
    order.delivery_cents,
    order.tax_cents,
    order.tip_cents,
    order.final_cents,
    order.captured_cents,
    order.refunded_cents,
  ];
  return [
    order.number,
    clockText(order.placed_at, zone),
    order.status,
    order.fulfillment,
    ...amounts.map((amount) => digits(amount, order.currency)),
    order.payment_state,
    order.reason_code ?? "",
    clockText(order.completed_at, zone),
    order.currency.toUpperCase(),
    digits(order.promotions.find(({ promotionId }) => promotionId === BY_STAFF)?.amount ?? 0, order.currency),
    ...taxCells(allTaxes(order), { currency: order.currency, decimal }),
    String(order.receipt_number ?? ""),
  ];
}

/** The tax by rate, with its base. */
function taxCells(lines: readonly TaxLineRow[], format: Parameters<typeof taxText>[1]): readonly [string, string] {
  return [
    taxText(
      lines.map((line) => ({ ...line, cents: line.amount })),
      format,
    ),
    taxText(
      lines.map((line) => ({ ...line, cents: line.base })),
      format,
    ),
  ];
}

interface CustomerSums {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly orders: number;
  readonly spent: number;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly taxes: readonly UntaxedRow[];
}

/** Orders and spending of every customer, over all time. */
export async function customerFiles(query: Query, { currency, zone, format }: FileBooks): Promise<readonly ExpectedFile[]> {
  const { rows }: { readonly rows: readonly CustomerSums[] } = await query(
    `select c.id, c.name, c.email, c.phone, count(o.id)::int as orders, min(o.placed_at) as first, max(o.placed_at) as last,
        coalesce(sum(case when o.currency = $1 then ${PAID} else 0 end), 0)::float8 as spent,
        coalesce(jsonb_agg(jsonb_build_object('tax_lines', o.tax_lines, 'tax_cents', o.tax_cents, 'tax_table', o.tax_table, 'delivery_cents', o.delivery_fee_cents,
          'delivery_discount_cents', o.delivery_discount_cents, 'items', (select coalesce(jsonb_agg(jsonb_build_object(
            'paid', i.line_total_cents - i.discount_cents, 'rate', i.tax_rate_ppm, 'tax', i.tax_cents)), '[]') from order_items i where i.order_id = o.id)))
          filter (where o.currency = $1), '[]') as taxes
      from customers c left join orders o on o.customer_id = c.id and o.status in ${SOLD} group by c.id limit ${MAX_ROWS + 1}`,
    [currency],
  );
  if (rows.length > MAX_ROWS) return [];
  const addresses = await readAddresses(query);
  return [
    {
      title: "customers",
      address: "/admin/customers/customers.csv",
      columns: ["name", "email", "phone", "orders", "spent", "first_order", "last_order", "tax_by_rate", "taxed_by_rate", "addresses"],
      keys: 3,
      rows: rows.map(({ id, name, email, phone, orders, spent, first, last, taxes }) => [
        name,
        email,
        phone,
        String(orders),
        digits(spent, currency),
        clockText(first, zone),
        clockText(last, zone),
        ...taxCells(taxes.flatMap(allTaxes), { currency, decimal: format.decimal }),
        (addresses.get(id) ?? []).join("; "),
      ]),
    },
  ];
}

interface DeliveredTo {
  readonly customer_id: number;
  readonly line: string;
}

/** Delivery addresses of each customer, the latest first, without duplicates that differ only in capitals and spaces. */
async function readAddresses(query: Query): Promise<ReadonlyMap<number, readonly string[]>> {
  const part = (name: string) => `nullif(btrim(address ->> '${name}'), '')`;
  const line = `concat_ws(', ', ${part("street")}, ${part("unit")}, ${part("city")},
    nullif(concat_ws(' ', ${part("province")}, ${part("postalCode")}), ''), ${part("country")})`;
  const { rows }: { readonly rows: readonly DeliveredTo[] } = await query(
    `select customer_id, ${line} as line from orders
      where customer_id is not null and fulfillment = 'delivery' and address is not null
      group by customer_id, address order by customer_id, max(placed_at) desc, address::text`,
    [],
  );
  const keyOf = (text: string) => text.toLowerCase().replaceAll(/\s+/g, "");
  return new Map(
    [...Map.groupBy(rows, (row) => row.customer_id)].map(([id, own]) => {
      const lines = own.map((row) => row.line).filter((text) => text !== "");
      return [id, lines.filter((text, index) => lines.findIndex((each) => keyOf(each) === keyOf(text)) === index)];
    }),
  );
}

interface OfferSums {
  readonly id: number;
  readonly name: string;
  readonly promotion: string;
  readonly codes: number;
  readonly valid: number;
  readonly uses: number;
  readonly given: number;
  readonly paid: number;
}

const OFFER_SUMS = `count(o.id)::int as uses, coalesce(sum(u.amount_cents) filter (where o.id is not null), 0)::float8 as given,
  coalesce(sum(${PAID}), 0)::float8 as paid`;
const USED_BY = "left join orders o on o.id = u.order_id and not o.is_test and o.currency = $1";

interface CodeUses extends Readonly<Record<"code" | "status" | "uses" | "most" | "most_each", string>> {
  readonly set_id: number;
}

/** Discounts of promotions and coupon sets, over all time. */
export async function offerFiles(query: Query, { currency }: FileBooks): Promise<readonly ExpectedFile[]> {
  const read = async <Row>(text: string): Promise<readonly Row[]> => (await query(text, [currency])).rows;
  const promotions = await read<OfferSums>(`select p.id, p.name, ${OFFER_SUMS} from promotions p
    left join promotion_uses u on u.promotion_id = p.id and u.state = 'redeemed' ${USED_BY} group by p.id`);
  const sets = await read<OfferSums>(`select s.id, s.name, p.name as promotion, ${OFFER_SUMS},
      (select count(*)::int from coupon_codes c where c.coupon_set_id = s.id) as codes,
      (select count(*)::int from coupon_codes c where c.coupon_set_id = s.id and c.status = 'active') as valid
    from coupon_sets s join promotions p on p.id = s.promotion_id left join coupon_codes c on c.coupon_set_id = s.id
    left join promotion_uses u on u.coupon_code_id = c.id and u.state = 'redeemed' ${USED_BY} where s.deleted_at is null group by s.id, p.id`);
  const { rows: codes }: { readonly rows: readonly CodeUses[] } = await query(
    `select c.coupon_set_id as set_id, c.code, c.status, coalesce(c.max_uses::text, '') as most, coalesce(c.per_customer_uses::text, '') as most_each,
      count(u.id)::text as uses from coupon_codes c left join promotion_uses u on u.coupon_code_id = c.id and u.state in ('held', 'redeemed') group by c.id`,
    [],
  );
  const codesOf = Map.groupBy(codes, ({ set_id: id }) => id);
  const [all] = await read<{ readonly count: number }>(
    "select count(*)::int as count from orders where number is not null and not is_test and currency = $1",
  );
  const sumsOf = ({ uses, given, paid }: OfferSums) => [String(uses), digits(given, currency), digits(paid, currency)];
  return [
    {
      title: "promotions",
      address: "/admin/promotions/report.csv",
      columns: ["id", "promotion", "uses", "given_away", "paid", "all_orders"],
      keys: 2,
      rows: promotions.map((each) => [String(each.id), each.name, ...sumsOf(each), String(all?.count ?? 0)]),
    },
    {
      title: "coupon sets",
      address: "/admin/coupon-sets/sets.csv",
      columns: ["set", "promotion", "codes", "valid", "uses", "given_away", "paid"],
      keys: 2,
      rows: sets.map((each) => [each.name, each.promotion, String(each.codes), String(each.valid), ...sumsOf(each)]),
    },
    ...sets.map(({ id, name }) => ({
      title: `codes of ${name}`,
      address: `/admin/coupon-sets/${id}/codes.csv`,
      columns: ["code", "status", "uses", "max_uses", "per_customer_uses"],
      keys: 1,
      rows: (codesOf.get(id) ?? []).map(({ code, status, uses, most, most_each: mostEach }) => [code, status, uses, most, mostEach]),
    })),
  ];
}

interface ProblemRow extends Readonly<Record<"number" | "kind" | "payment", string>> {
  readonly is_settled: boolean;
  readonly amount: number;
  readonly currency: string | null;
}

/** The amounts of open and of settled payment problems. */
export async function problemFiles(query: Query, { currency: shopCurrency }: FileBooks): Promise<readonly ExpectedFile[]> {
  const { rows: problems }: { readonly rows: readonly ProblemRow[] } = await query(
    `select p.settled_at is not null as is_settled, coalesce(o.number, '') as number, p.kind, coalesce(p.intent_id, '') as payment, p.amount_cents as amount,
        o.currency
      from payment_problems p left join orders o on o.id = p.order_id`,
    [],
  );
  return ["", "settled"].flatMap((state) => {
    const found = problems.filter(({ is_settled }) => is_settled === (state === "settled"));
    if (found.length > MAX_ROWS) return [];
    return [
      {
        title: `payment problems, ${state === "" ? "open" : state}`,
        address: `/admin/orders/problems.csv?state=${state}`,
        columns: ["order", "problem", "payment", "amount"],
        keys: 3,
        rows: found.map(({ number, kind, payment, amount, currency }) => [number, kind, payment, digits(amount, currency ?? shopCurrency)]),
      },
    ];
  });
}
