import { readDb, servicesContext } from "#app/http/context.server.ts";
import { MAX_FILE_ROWS, readListFile, rowsFileById } from "#app/http/staff/list-file.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { findOrderIds, listWeights, readOrders } from "#app/orders/data/list-orders.server.ts";
import { listTaxLines } from "#app/orders/data/tax-lines.server.ts";
import { weightText } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { taxByRate, taxedByRate } from "#app/orders/domain/closing/tax-cells.ts";
import { staffDiscountOf } from "#app/promotions/domain/staff-discount.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isUuid } from "#app/values/ids.ts";
import { amountCell, type CsvCell, type CsvFormat } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";
import type { Route } from "./+types/list-csv";
import { orderFilterOf, readOrderQuery, STAFF_ORDER_LISTS } from "./order-lists.server.ts";

/** GET /admin/orders/all.csv, accepted.csv, rejected.csv: the chosen orders of that list, or all that match its address; no test orders. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const name = STAFF_ORDER_LISTS.find((each) => url.pathname.endsWith(`/${each}.csv`)) ?? "all";
  const { list, chosen } = readListFile(request);
  const settings = await readSettings(db);
  const zone = settings.STORE_TIMEZONE;
  const some = chosen === "all" ? {} : { ids: chosen.filter(isUuid) };
  const listFilter = orderFilterOf(name, readOrderQuery(list, zone, now()), zone, now());
  const filter = { ...listFilter, ...some, isWithoutTests: true, page: 1, perPage: MAX_FILE_ROWS + 1 };
  const { ids } = await findOrderIds(db, filter);
  const format = csvFormat(settings);
  return rowsFileById(`orders-${name}`, "orders", { ids, read: (part) => readRows(db, part, format) }, columnsIn(zone, format), format);
}

interface FileRow extends OrderRow {
  /** "Salmon 460 g; Ham about 1.2 kg" */
  readonly weights: string;
}

async function readRows(db: Db, ids: readonly string[], { decimal }: CsvFormat): Promise<readonly FileRow[]> {
  const [rows, weights, taxLines] = [await readOrders(db, ids), await listWeights(db, ids), await listTaxLines(db, ids)];
  const locale = decimal === "," ? "de-DE" : "en-US";
  const textOf = (id: string) => weights.get(id)?.flatMap(({ name, weight }) => (weight ? [`${name} ${weightText(weight, locale)}`] : []));
  return rows.map((order) => ({ ...order, taxLines: taxLines.get(order.id) ?? [], weights: textOf(order.id)?.join("; ") ?? "" }));
}

const columnsIn = (zone: string, { decimal }: CsvFormat): Readonly<Record<string, (order: FileRow) => CsvCell>> => ({
  number: (order) => order.number ?? "",
  placed_at: (order) => fileTime(order.placedAt, zone),
  status: (order) => order.status,
  type: (order) => order.fulfillment,
  customer: (order) => order.customerName,
  phone: (order) => order.customerPhone,
  email: (order) => order.customerEmail,
  items: (order) => amountCell(order.subTotalCents, order.currency),
  discount: (order) => amountCell(order.promotionDiscountCents, order.currency),
  delivery: (order) => amountCell(order.deliveryFeeCents, order.currency),
  tax: (order) => amountCell(order.taxCents, order.currency),
  tip: (order) => amountCell(order.tipCents, order.currency),
  total: (order) => amountCell(order.finalTotalCents, order.currency),
  paid: (order) => amountCell(order.capturedCents, order.currency),
  refunded: (order) => amountCell(order.refundedCents, order.currency),
  payment: (order) => order.paymentState,
  reason: (order) => order.reasonCode ?? "",
  completed_at: (order) => fileTime(order.completedAt, zone),
  currency: (order) => order.currency.toUpperCase(),
  source: (order) => order.source,
  paid_by: (order) => order.paidBy ?? "",
  staff_discount: (order) => amountCell(staffDiscountOf(order.appliedPromotions)?.amount ?? 0, order.currency),
  discount_reason: (order) => staffDiscountOf(order.appliedPromotions)?.byStaff?.reason ?? "",
  weights: (order) => order.weights,
  tax_by_rate: ({ taxLines, currency }) => taxByRate(taxLines, { currency, decimal }),
  taxed_by_rate: ({ taxLines, currency }) => taxedByRate(taxLines, { currency, decimal }),
  receipt_number: (order) => String(order.receiptNumber ?? ""),
});
