import type { MoneyFormat } from "#app/values/money.ts";
import { formatDay } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { listProducts, listProductsById } from "#app/catalogue/data/products.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { findByCode } from "#app/catalogue/data/product-lists/find-by-code.server.ts";
import { choiceText } from "#app/catalogue/domain/customization/line-title.ts";
import { isWeightOption, type SoldByWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { pricedSteps, quantityAgain, stepTexts } from "#app/catalogue/domain/weight/steps.ts";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import { canBeAdded } from "#app/catalogue/domain/order-hours-note.ts";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { takenOrderDraftSchemaIn, takenOrderSchemaFor, type TakenOrderInput } from "#app/checkout/domain/taken-order.schema.ts";
import { joinRefusal } from "#app/checkout/workflows/place/join-order.server.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import { findOrder, type OrderItemRow, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { isLinkOpen } from "#app/orders/domain/payment-link.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { askedPrice } from "#app/checkout/ui/staff/new-order-view.ts";
import type {
  CallingCustomer,
  FirstOrder,
  LinkPart,
  MenuPart,
  NewOrderAnswer,
  NewOrderPage,
  PricedDraft,
} from "#app/checkout/ui/staff/new-order-view.ts";
import { priceTakenOrder, takeOrder, type TakeOrderResult } from "#app/checkout/workflows/place/take-order.server.ts";
import { paymentLinkOf } from "./payment-link-view.server.ts";
import { checkoutHash } from "#app/http/acts/checkout-act.server.ts";
import { takeOrderAnswer } from "#app/http/acts/take-order-act.server.ts";
import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { findCallingCustomer } from "#app/orders/data/customers/calling-customer.server.ts";
import { findCustomerNames } from "#app/orders/data/customers/customer-list.server.ts";
import { countOpenOrders } from "#app/orders/data/orders.server.ts";
import { suggestMinutes } from "#app/orders/domain/counter/order-pace.ts";
import { discountForbidden, staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { finalTotalOf, orderFormat, permissionRules } from "#app/orders/workflows/stored-order.server.ts";
import { changeOf } from "#app/orders/domain/changes/cash-given.ts";
import { usualOrders, type EarlierLine } from "#app/orders/domain/usual-orders.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { earliestPromise, formatSlot, listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { fieldText } from "#app/values/form.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { jsonOf } from "#app/values/json.ts";
import { localDateOf } from "#app/values/time.ts";

const MOST_PRODUCTS = 60;
const MOST_CUSTOMERS = 8;
/** The minimum number of digits or letters for a customer search. */
const LEAST_TYPED = 3;

export async function readPage(
  { db, now, payments }: Services,
  user: StaffUser,
  { key, goesWith }: { readonly key: string; readonly goesWith?: string | undefined },
): Promise<NewOrderPage> {
  const [settings, categories, menu, { takesCards }] = await Promise.all([
    readSettings(db),
    listCategoryTree(db),
    readMenu(db, "", undefined, now()),
    payments.current(),
  ]);
  return {
    part: "page",
    key,
    categories: categories.map((category) => ({ id: category.id, name: category.name })),
    menu,
    canDeliver: settings.ENABLE_DELIVERY,
    takesCards,
    mayDiscount: discountForbidden(staffActor(user), permissionRules(settings)) === null,
    address: { city: settings.DELIVERY_CITY_PREFILL, province: settings.DELIVERY_PROVINCE_PREFILL },
    first: goesWith === undefined ? null : await readFirstOrder(db, goesWith, settings, now()),
  };
}

/** The order that the new one is added to; null = not found. */
async function readFirstOrder(db: Db, id: string, settings: Settings, now: Date): Promise<FirstOrder | null> {
  const order = await findOrder(db, id);
  if (order === undefined || order.number === null) return null;
  const { fulfillment, address, promisedAt } = order;
  const at = order.requestedFor ?? promisedAt;
  return {
    id,
    number: order.number,
    contact: { phone: order.customerPhone, name: order.customerName, email: order.customerEmail },
    fulfillment,
    time: at === null ? "" : formatReopening(at, now, shopClock(settings)),
    address: address === null ? "" : addressLine(address),
    refusal: joinRefusal(order)?.message ?? "",
  };
}

/** The default minutes, or more while the shop is busy or the kitchen has many orders. */
async function suggestedMinutes(db: Db, { settings, now, fulfillment }: LoadedCart["slots"]): Promise<number> {
  const { prepMinutes, busyExtraMinutes, busyUntil } = settings;
  const { accepted = 0, preparing = 0 } = await countOpenOrders(db);
  const isBusy = busyUntil === null || busyUntil > now;
  const busyMinutes = isBusy ? busyExtraMinutes : 0;
  return suggestMinutes({ prepMinutes: prepMinutes[fulfillment], busyMinutes, inKitchen: accepted + preparing });
}

/** Products as the shop offers them now; an exact match of SKU or barcode comes first. */
export async function readMenu(db: Db, q: string, categoryId: number | undefined, now: Date): Promise<MenuPart> {
  const found = await listProducts(db, { q, perPage: MOST_PRODUCTS, ...(categoryId === undefined ? {} : { categoryId }) }, now);
  const codes = q === "" ? [] : await findByCode(db, q);
  const coded = await listProductsById(db, [...new Set(codes.map(({ id }) => id))], now);
  const others = found.products.filter(({ id }) => !coded.some((product) => product.id === id));
  return {
    part: "menu",
    q,
    coded: codes.filter(({ id }) => coded.some((product) => product.id === id)),
    total: Math.max(found.total, coded.length + others.length),
    products: [...coded, ...others].map((product) => ({
      id: product.id,
      name: product.name,
      price: product.price,
      isFrom: product.isFrom,
      per: product.per ?? "",
      hasRequiredChoices: product.hasRequiredChoices,
      unavailable: unavailableText(product),
    })),
  };
}

function unavailableText(product: ProductCard): string {
  if (product.isSoldOut) return product.soldOutText;
  return canBeAdded(product) ? "" : "Not at this hour";
}

/** A product's questions; null = the product is gone. */
export async function readProduct(db: Db, productId: number, now: Date) {
  const product = (await loadProductsForSale(db, [productId], now)).get(productId);
  if (product === undefined || !product.isOffered) return { part: "product" as const, product: null };
  const { name, price: basePrice, groups, weight = null } = product;
  const { LOCALE: locale } = await readSettings(db);
  const weights = weight === null ? {} : { weights: pricedSteps(product, weight, locale), least: weight.least };
  return { part: "product" as const, product: { id: productId, name, basePrice, groups, ...weights } };
}

export async function readCustomers(db: Db, q: string) {
  const isEnough = q.replaceAll(/[\s()+./-]/g, "").length >= LEAST_TYPED;
  return { part: "customers" as const, q, customers: isEnough ? await findCustomerNames(db, { q }, MOST_CUSTOMERS) : [] };
}

export async function readCustomer(
  db: Db,
  customerId: number,
  now: Date,
): Promise<{ readonly part: "customer"; readonly customer: CallingCustomer | null }> {
  const found = await findCallingCustomer(db, customerId);
  if (found === undefined) return { part: "customer", customer: null };
  const { earlier, ...customer } = found;
  const { LOCALE: locale } = await readSettings(db);
  const ids = earlier.flatMap(({ items }) => items.map(({ productId }) => productId));
  const products = await loadProductsForSale(db, ids, now);
  const orders = earlier.map(({ fulfillment, items }) => ({
    fulfillment,
    lines: items.map((item) => earlierLine(item, products.get(item.productId)?.weight ?? null, locale)),
  }));
  const address = earlier.find((order) => order.address !== null)?.address ?? null;
  return { part: "customer", customer: { ...customer, address, usual: usualOrders(orders) } };
}

/** The line as it would be ordered now: it keeps its weight, not its number of steps. */
function earlierLine(
  { productId, name, options, quantity, choices, note, weight }: OrderItemRow,
  now: SoldByWeight | null,
  locale: string,
): EarlierLine {
  const details = options.filter((option) => !isWeightOption(option)).map(choiceText);
  const line = { productId, name, details: details.join(", "), quantity: quantityAgain({ quantity, weight }, now), choices, note };
  return now === null ? line : { ...line, stepTexts: stepTexts(now, MAX_QUANTITY, locale), least: now.least };
}

/**
 * `intent` "price" calculates the order's current price; any other intent places it. The field `order` is the body of POST
 * /admin/api/orders.
 */
export async function answerForm(
  services: Services,
  user: StaffUser,
  form: FormData,
): Promise<{ readonly answer: NewOrderAnswer; readonly status: number }> {
  const order = fieldText(form, "order") ?? "";
  return fieldText(form, "intent") === "price"
    ? priceForm(services, order, fieldText(form, "day") ?? "")
    : placeForm(services, user, jsonOf(order), form);
}

async function priceForm(services: Services, order: string, day: string) {
  const { CURRENCY } = await readSettings(services.db);
  const read = readForm(jsonOf(order), takenOrderDraftSchemaIn(CURRENCY));
  if (!read.ok) return refused(422, firstError(read.error), read.error);
  const priced = await priceTakenOrder(services, read.value);
  if (!priced.ok) return refused(422, priced.error.kind === "refused" ? priced.error.message : "This order cannot be priced.");
  const draft = await pricedDraft(services.db, priced.value, day);
  return { answer: { kind: "priced" as const, asked: askedPrice(day, order), priced: draft }, status: 200 };
}

async function placeForm(services: Services, user: StaffUser, body: unknown, form: FormData) {
  const settings = await readSettings(services.db);
  const key = idempotencyKeySchema.safeParse(fieldText(form, "key"));
  const read = readForm(body, takenOrderSchemaFor(settings));
  if (!key.success) return refused(422, "This form is not complete. Reload the page.");
  if (!read.ok) return refused(422, firstError(read.error), read.error);
  const attempt = { actor: staffActor(user), idempotencyKey: key.data, requestHash: checkoutHash(read.value) };
  const taken = await takeOrder(services, { ...read.value, ...attempt });
  return taken.kind === "ok" ? placedAnswer(taken.order, read.value, settings, services) : refusedOrder(taken);
}

async function placedAnswer(order: OrderRow, { cashGiven }: TakenOrderInput, settings: Settings, services: Services) {
  const link = await paymentLinkOf(order, settings, services);
  if (link !== null) {
    const total = formatMoney(finalTotalOf(order), orderFormat(order, settings));
    const what = order.customerName === "" ? `a payment of ${total}` : `${order.customerName}’s payment of ${total}`;
    return { answer: { kind: "linked" as const, id: order.id, link, what }, status: 200 };
  }
  return { answer: placedView(order, settings, services.now(), cashGiven), status: 200 };
}

function placedView(order: OrderRow, settings: Settings, now: Date, cashGiven?: Cents) {
  const ready = order.promisedAt === null ? "" : formatReopening(order.promisedAt, now, shopClock(settings));
  const change =
    cashGiven === undefined ? "" : formatMoney(changeOf(cashGiven, finalTotalOf(order), order.currency), orderFormat(order, settings));
  return { kind: "placed" as const, id: order.id, number: order.number ?? "", ready, change };
}

/** The current state of the order with the payment link. */
export async function readLink({ db, now }: Services, orderId: string): Promise<LinkPart> {
  const order = await findOrder(db, orderId);
  if (order === undefined) return { part: "link", now: null };
  const { id, number } = order;
  if (isLinkOpen(order, now())) return { part: "link", now: null };
  // An order whose payment came too late also has a number.
  if (OVER.has(order.status)) return { part: "link", now: { kind: "ended", id, number: number ?? "" } };
  if (number === null) return { part: "link", now: null };
  if (order.status === "received") return { part: "link", now: { kind: "received", id, number } };
  return { part: "link", now: placedView(order, await readSettings(db), now()) };
}

const OVER: ReadonlySet<OrderRow["status"]> = new Set(["abandoned", "rejected", "cancelled"]);

function refusedOrder(refusal: Exclude<TakeOrderResult, { kind: "ok" }>) {
  const { status, message } = takeOrderAnswer(refusal);
  if (refusal.kind === "entered") {
    const { id, number } = refusal.order;
    return { answer: { kind: "entered" as const, id, number: number ?? "", message }, status };
  }
  return refused(status, message);
}

function refused(status: number, message: string, errors: Readonly<Record<string, string>> = {}) {
  return { answer: { kind: "refused" as const, message, errors }, status };
}

async function pricedDraft(db: Db, { priced, offeredSlots: slots, source, settings }: LoadedCart, wantedDay: string): Promise<PricedDraft> {
  const { now, hours } = slots;
  const { subTotal, applied, deliveryFee, finalTotal } = priced;
  const zone = hours.timeZone;
  const today = localDateOf(now, zone);
  const soonest = earliestPromise(slots);
  const dates = settings.ALLOW_SCHEDULING ? listSlotDates(slots) : [];
  const chosen = source.requestedFor === null ? "" : localDateOf(source.requestedFor, zone);
  const day = [wantedDay, chosen].find((date) => dates.includes(date)) ?? dates[0] ?? "";
  return {
    lines: priced.lines,
    totals: { subTotal, applied, deliveryFee, finalTotal },
    taxes: taxesOf(priced, moneyFormat(settings)),
    notApplied: priced.notApplied.filter(({ code }) => code !== null).map(({ message }) => message),
    problems: priced.problems,
    asap: soonest.ok ? formatReopening(soonest.value, now, hours) : null,
    minutes: await suggestedMinutes(db, slots),
    days: dates.map((date) => ({ date, label: date === today ? "Today" : formatDay(date, hours.region, { weekday: "short" }) })),
    day,
    times:
      day === ""
        ? []
        : listSlots(slots, day).map((slot) => ({ at: slot.startsAt.toISOString(), label: formatSlot(slot, hours), isFull: slot.isFull })),
  };
}

/** The page itself does not import their names, because customers' pages would then load more files. */
function taxesOf({ tax, taxLines, taxIncluded }: LoadedCart["priced"], format: MoneyFormat): PricedDraft["taxes"] {
  const label = (text: string) => (taxIncluded ? `Includes ${text}` : text);
  if (taxLines.length === 0) return tax === 0 ? [] : [{ label: taxIncluded ? "Includes tax" : "Tax", amount: tax }];
  return taxLines.map((line) => ({ label: label(taxLabel(line.label, line.rate, format)), amount: line.amount }));
}
