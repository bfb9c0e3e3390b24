import type { EarlierLine, OrderAgain } from "#app/orders/domain/usual-orders.ts";
import type { StaffSource, TakenPayment } from "#app/orders/domain/taken-order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { majorUnits, toPercent, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { parsePercentage } from "#app/values/money/percentage-input.ts";
import type { CallingCustomer, NewOrderPage } from "./new-order-view.ts";

export type EnteredLine = EarlierLine;

export const ADDRESS_FIELDS = ["street", "unit", "city", "postal_code", "province"] as const;

/** An order while staff enter it. */
export interface EnteredOrder {
  readonly source: StaffSource;
  readonly contact: Readonly<Record<"phone" | "name" | "email", string>>;
  readonly customer: CallingCustomer | null;
  readonly lines: readonly EnteredLine[];
  /** Discount codes as typed. */
  readonly codes: string;
  readonly fulfillment: Fulfillment;
  /** For a time that the customer chooses. */
  readonly isLater: boolean;
  /** That time as an instant; "" = not chosen yet. */
  readonly requestedFor: string;
  readonly address: Readonly<Record<(typeof ADDRESS_FIELDS)[number], string>>;
  readonly keepsPostalCode: boolean;
  readonly instructions: string;
  readonly allergyNote: string;
  /** Minutes until it is ready, if staff chose; null: the quoted ones. Not used for an order for later. */
  readonly minutes: number | null;
  readonly payment: TakenPayment;
  /** Cash received from the customer, as typed; "" = not entered. */
  readonly given: string;
  readonly discount: EnteredDiscount;
  /** The order that it is added to; null: none. */
  readonly goesWith: string | null;
}

/** As typed; `kind` "none": no discount. */
export interface EnteredDiscount {
  readonly kind: "none" | "amount" | "percent";
  readonly value: string;
  readonly reason: string;
}

type EmptyPage = Pick<NewOrderPage, "address"> & Partial<Pick<NewOrderPage, "first">>;

export function emptyOrder({ address, first = null }: EmptyPage, source: StaffSource): EnteredOrder {
  return {
    source,
    contact: first?.contact ?? { phone: "", name: "", email: "" },
    customer: null,
    lines: [],
    codes: "",
    fulfillment: first?.fulfillment ?? "pickup",
    isLater: false,
    requestedFor: "",
    address: { street: "", unit: "", postal_code: "", ...address },
    keepsPostalCode: false,
    instructions: "",
    allergyNote: "",
    minutes: null,
    payment: "later",
    given: "",
    discount: { kind: "none", value: "", reason: "" },
    goesWith: first?.id ?? null,
  };
}

/** The order with the contacts and the last address of a known customer; null: without a customer. Without a stored address, the typed one stays. */
export function withCustomer(order: EnteredOrder, customer: CallingCustomer | null, page: Pick<NewOrderPage, "address">): EnteredOrder {
  const { contact, address, keepsPostalCode } = order.customer === null && customer !== null ? order : emptyOrder(page, order.source);
  if (customer === null) return { ...order, customer, contact, address, keepsPostalCode };
  const { name, phone, email, address: last } = customer;
  const withContact = { ...order, customer, contact: { name, phone, email } };
  if (last === null) return { ...withContact, address, keepsPostalCode };
  const { street, unit, city, province, postalCode } = last;
  return { ...withContact, address: { street, unit, city, province, postal_code: postalCode }, keepsPostalCode: false };
}

/** Switches to pickup or delivery, which have their own times. */
export function withFulfillment(order: EnteredOrder, fulfillment: Fulfillment): EnteredOrder {
  return { ...order, fulfillment, minutes: null, requestedFor: "" };
}

/** Adds a line, or units to an equal one, up to the highest quantity. */
export function withLine(order: EnteredOrder, line: EnteredLine): EnteredOrder {
  const key = fingerprint(line);
  const at = order.lines.findIndex((each) => fingerprint(each) === key);
  const equal = order.lines[at];
  if (equal === undefined) return { ...order, lines: [...order.lines, line] };
  return { ...order, lines: order.lines.with(at, { ...equal, quantity: Math.min(MAX_QUANTITY, equal.quantity + line.quantity) }) };
}

/** Replaces the lines by those of an earlier order. */
export function withOrderAgain(
  order: EnteredOrder,
  { lines, fulfillment }: OrderAgain,
  page: Pick<NewOrderPage, "canDeliver">,
): EnteredOrder {
  const way = fulfillment === "delivery" && !page.canDeliver ? "pickup" : fulfillment;
  const cleared = { ...withFulfillment(order, way), lines: [], isLater: false };
  return lines.reduce<EnteredOrder>((filled, line) => withLine(filled, line), cleared);
}

/** Equal for equal lines. The cart's own fingerprint would make the scripts of the shop's pages larger. */
function fingerprint({ productId, choices, note }: EnteredLine): string {
  const chosen = choices.map(({ templateId, optionId, quantity, text }) => JSON.stringify([templateId, optionId, quantity, text]));
  return JSON.stringify([productId, chosen.toSorted(), note.trim()]);
}

function itemsOf({ lines }: EnteredOrder) {
  return lines.map(({ productId, quantity, choices, note }) => ({
    productId,
    quantity,
    note,
    customizations: choices.map(({ templateId, optionId, quantity: units, text }) => ({ templateId, optionId, quantity: units, text })),
  }));
}

function codesOf({ codes }: EnteredOrder): readonly string[] {
  return codes.split(/[\s,;]+/).filter((code) => code !== "");
}

/** Text that is not a number is sent as null, which the server refuses with a message. */
function discountOf({ kind, value, reason }: EnteredDiscount, format: MoneyFormat) {
  if (kind === "none") return null;
  if (kind === "amount") {
    const parsed = parseMoney(value, format);
    return { amount: parsed.ok ? majorUnits(parsed.value, format.currency) : null, reason };
  }
  const parsed = parsePercentage(value);
  return { percent: parsed.ok ? toPercent(parsed.value) : null, reason };
}

/** Only for an order that is paid in cash now. */
function cashOf({ payment, given }: Pick<EnteredOrder, "payment" | "given">, format: MoneyFormat) {
  if (payment !== "cash" || given.trim() === "") return {};
  const parsed = parseMoney(given, format);
  return { given: parsed.ok ? majorUnits(parsed.value, format.currency) : null };
}

/** The fields that determine the price. A discount counts once it is typed. */
export function draftBody(order: EnteredOrder, format: MoneyFormat) {
  const { fulfillment, isLater, requestedFor, address, contact } = order;
  return {
    items: itemsOf(order),
    coupon_codes: codesOf(order),
    fulfillment,
    requested_for: isLater && requestedFor !== "" ? requestedFor : null,
    postal_code: fulfillment === "delivery" ? address.postal_code : "",
    discount: order.discount.value.trim() === "" ? null : discountOf(order.discount, format),
    customer: { email: contact.email, phone: contact.phone },
    ...(order.goesWith === null ? {} : { goes_with: order.goesWith }),
  };
}

/** The body of POST /admin/api/orders. */
export function orderBody(order: EnteredOrder, total: Cents, format: MoneyFormat) {
  const { source, contact, fulfillment, isLater, requestedFor, instructions, allergyNote, minutes, payment } = order;
  return {
    source,
    customer: contact,
    items: itemsOf(order),
    coupon_codes: codesOf(order),
    fulfillment,
    requested_for: isLater && requestedFor !== "" ? requestedFor : null,
    address: fulfillment === "delivery" ? { ...order.address, keep_postal_code: order.keepsPostalCode } : null,
    instructions,
    allergy_note: allergyNote,
    minutes: isLater ? null : minutes,
    payment,
    ...cashOf(order, format),
    ...(order.goesWith === null ? {} : { goes_with: order.goesWith }),
    discount: discountOf(order.discount, format),
    expectedTotal: majorUnits(total, format.currency),
    expectedCurrency: format.currency,
  };
}
