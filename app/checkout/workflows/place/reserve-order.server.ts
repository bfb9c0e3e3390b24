import { randomBytes, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  changeCart,
  findCartToOrder,
  lockCart,
  writeCheckoutChoices,
  type CartDraft,
  type CheckoutChoices,
  type WholeCart,
} from "#app/cart/data/carts.server.ts";
import { forgetIfChanged } from "#app/platform/db/cached.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { isCustomerBlocked } from "#app/orders/data/customers/blocked-customers.server.ts";
import { insertOrder } from "#app/orders/data/order/insert-order.server.ts";
import { lockPromotions } from "#app/promotions/data/promotions.server.ts";
import { isPaidInPerson } from "#app/checkout/domain/checkout.schema.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { unitsOfLine } from "#app/catalogue/domain/variants/variant.ts";
import { tipProblem } from "#app/cart/domain/pricing/tip.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { insertNewIntent, type RequestedIntent, type NewIntent } from "#app/payments/data/payment-intents.server.ts";
import { placement } from "#app/orders/domain/order.ts";
import { linkTerms } from "#app/orders/domain/payment-link.ts";
import { listCustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { postalCodeDoubt } from "#app/store/domain/delivery/postal-code.ts";
import { ok } from "#app/values/result.ts";
import { checkTime, lastOrdersAt } from "#app/store/domain/hours/slots.ts";
import { noCardSentence } from "#app/payments/domain/card-problem.ts";
import { amountColumns, appliedByItem, itemColumns } from "#app/orders/workflows/stored-order.server.ts";
import { customerKeys } from "#app/promotions/workflows/customer-keys.server.ts";
import { STAFF_DISCOUNT_ID } from "#app/promotions/domain/staff-discount.ts";
import { loadCart, type CartSource, type CustomerInput, type LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { Checkout, CheckoutRefusal } from "./checkout-result.server.ts";
import { notPayable, notTaken, refusalOf } from "./refuse-checkout.server.ts";
import { acceptTakenOrder } from "#app/orders/workflows/changes/accept-taken-order.server.ts";
import { joinRefusal, refuseJoin, termsOf } from "./join-order.server.ts";
import { limitHolds, limitUnpaidOrders } from "./limit-holds.server.ts";
import { newIntent } from "./new-intent.server.ts";
import { notePaymentLink } from "./note-payment-link.server.ts";
import { receiveOrder } from "#app/checkout/workflows/settle/receive-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { unitsOf } from "#app/cart/domain/pricing/priced-cart.ts";
import { takenOf, takeStock, type StockTaken, type StockWanted } from "#app/catalogue/data/stock.server.ts";
import { holdUses, listExceededPromotions, type UseWanted } from "#app/promotions/data/uses.server.ts";
import { lockSlots } from "#app/cart/data/slot-lock.server.ts";

export interface Reservation extends Checkout {
  readonly cartId: string;
  readonly checkoutKey: string;
}

/**
 * - reserved: stored; `intent` is the payment to request, null = no card payment, or not now.
 * - known: this attempt was stored before. open: the cart has earlier attempts.
 * - again: another request changed the cart: retry.
 */
export type Reserved =
  | { readonly kind: "reserved"; readonly order: OrderRow; readonly intent: RequestedIntent | null }
  | { readonly kind: "known"; readonly orderId: string }
  | { readonly kind: "open"; readonly orderIds: readonly string[] }
  | { readonly kind: "again" }
  | CheckoutRefusal;

/** 192 random bits: the token grants access to the order. */
const TOKEN_BYTES = 24;

/**
 * Stores the order and its reservations in one transaction, with a fixed lock order: cart, slots, promotions, codes, customer and address, stock, day number, receipt number. Prices come
 * from fresh data; limited promotions are priced again under their lock, so a limit of N gives exactly N. An order without a card payment is received
 * here. `locksFirst` locks the cart row first, after optimistic attempts failed.
 */
export async function reserveOrder(services: WorkflowServices, asked: Reservation, locksFirst: boolean): Promise<Reserved> {
  const { kind: cardGateway, takesCards } = await services.payments.current();
  return inTransaction(services.db, async (tx): Promise<Reserved> => {
    if (locksFirst) await lockCart(tx, asked.cartId);
    const found = await findCartToOrder(tx, asked.cartId, asked.checkoutKey);
    if (found === undefined) return { kind: "not-found" };
    const { cart: stored, orderId: knownId } = found;
    if (knownId !== null) return { kind: "known", orderId: knownId };
    if (stored.checkouts.length > 0) return { kind: "open", orderIds: stored.checkouts.map(({ id }) => id) };
    const joined = await joinOrder(tx, asked);
    if (joined.kind === "refused") return joined;
    const { checkout, first } = joined;
    const cart = cartToOrder(stored, checkout);
    // Every checkout writes the cart, so a concurrent one fails here or waits.
    if (!(await writeCheckoutChoices(tx, stored, checkoutChoices(stored, checkout)))) return { kind: "again" };

    const now = services.now();
    const { loaded, isStable } = await priceUnderLocks(tx, cart, checkout, now);
    const tip = tipRefusal(checkout, loaded, cart.postalCode);
    if (tip !== null) {
      await changeCart(tx, cart.id, { tip: stored.tip });
      return { kind: "refused", ...tip };
    }
    const refusal = refusalOf(loaded, checkout) ?? (isStable ? null : { kind: "changed" as const, loaded });
    if (refusal !== null) return refusal;
    const needsCard = placement(loaded.priced.finalTotal, isPaidInPerson(checkout)).status === "awaiting_payment";
    if (needsCard && !takesCards) return notPayable(noCardSentence(loaded.settings.TELEPHONE));
    const keys = customerKeys(checkout.customer, loaded.settings.COUNTRY);
    if (checkout.taken === undefined && (await isCustomerBlocked(tx, keys))) return notTaken(loaded.settings.TELEPHONE);
    const products = loaded.priced.lines.map(({ productId }) => productId);
    const holder = { ...keys, cartId: cart.id, from: checkout.from };
    const tooMany = needsCard ? await limitHolds(tx, holder, products, now) : await limitUnpaidOrders(tx, holder, now);
    if (tooMany !== null) return tooMany;
    const orderId = randomUUID();
    const stock = await takeStock(tx, loaded.priced.lines.map(stockOf(loaded)), orderId);
    if (stock.isShort) {
      // Sold between pricing and reserving: the problem of the fresh cart names the line and its remaining units.
      const fresh = await loadCart(tx, cart, now, customerOf(checkout));
      return refusalOf(fresh, checkout) ?? { kind: "changed", loaded: fresh };
    }
    const ordered = { orderId, cart, checkout, loaded, keys, stock, cardGateway, now, first };
    return finishReservation(tx, services, ordered, await writeOrder(tx, ordered));
  });
}

interface Joined {
  readonly kind: "joined";
  readonly checkout: Reservation;
  /** null: not an add-on. */
  readonly first: OrderRow | null;
}

/** Locks the order that an add-on goes with, because it may have ended or have another time. */
async function joinOrder(tx: Db, checkout: Reservation): Promise<Joined | ReturnType<typeof refuseJoin>> {
  const goesWith = checkout.taken?.goesWith;
  if (goesWith === undefined) return { kind: "joined", checkout, first: null };
  const first = await lockOrder(tx, goesWith);
  if (first === undefined || joinRefusal(first) !== null) return refuseJoin(first);
  return { kind: "joined", checkout: { ...checkout, ...termsOf(first) }, first };
}

/** The last steps of the transaction: an order without a card payment is received; an order that staff took is accepted or gets its link. */
async function finishReservation(
  tx: Db,
  services: WorkflowServices,
  { cart, checkout: { taken }, loaded: { settings } }: Ordered,
  { order: written, intent }: Written,
): Promise<Reserved> {
  if (written.payBy !== null && taken !== undefined) {
    await notePaymentLink(tx, services, settings, { order: written, actor: taken.actor });
    return { kind: "reserved", order: written, intent: null };
  }
  if (intent !== null) return { kind: "reserved", order: written, intent: { ...intent, providerId: null, wanted: "pay" } };
  const money = { paymentState: written.paymentState, capturedCents: 0, paymentIntent: null };
  const received = await receiveOrder(tx, services, settings, { order: written, cart, money, event: "placed", taken });
  const order = taken === undefined ? received : await acceptTakenOrder(tx, services, settings, received, taken);
  return { kind: "reserved", order, intent: null };
}

/** The cart with the checkout's choices, and with the discount by staff. */
function cartToOrder(stored: WholeCart, checkout: Reservation): Ordered["cart"] {
  return {
    ...stored,
    ...checkoutChoices(stored, checkout),
    discount: checkout.taken?.discount ?? null,
    isAddOn: checkout.taken?.goesWith !== undefined,
  };
}

/** The units that a line takes of counted products and variants. */
function stockOf({ counted, variants }: LoadedCart) {
  return (line: LoadedCart["priced"]["lines"][number]): StockWanted => ({
    productId: line.productId,
    quantity: counted.has(line.productId) ? unitsOf(line) : 0,
    variants: unitsOfLine(variants.get(line.productId) ?? [], line.selected, unitsOf(line)),
  });
}

/** An orderable cart, priced under its locks, with its stock reserved. */
interface Ordered {
  readonly orderId: string;
  readonly cart: WholeCart & Pick<CartSource, "discount" | "isAddOn">;
  readonly checkout: Reservation;
  readonly loaded: LoadedCart;
  readonly keys: ReturnType<typeof customerKeys>;
  /** Products and variants whose stock was reserved. */
  readonly stock: StockTaken;
  readonly cardGateway: "stripe" | "simulator";
  readonly now: Date;
  /** The order that it is added to, locked; null: none. */
  readonly first: OrderRow | null;
}

interface Written {
  readonly order: OrderRow;
  readonly intent: NewIntent | null;
}

/** Stores the order with its uses of promotions and, if it is paid by card now, its payment to request. */
async function writeOrder(tx: Db, ordered: Ordered): Promise<Written> {
  const { orderId, cart, checkout, loaded, stock, cardGateway, now } = ordered;
  const { priced } = loaded;
  const isTest = loaded.settings.OPENING_SOON;
  // Without keys, a test order does not count as an earlier order or as a promotion's use by any customer.
  const keys = isTest ? { emailKey: "", phoneKey: "" } : ordered.keys;
  const promise = ordered.first === null ? checkTime(loaded.slots, cart.requestedFor) : ok(ordered.first.promisedAt ?? now);
  if (!promise.ok) throw new Error(`a cart without problems has no time: ${promise.error.message}`);
  const { status, paymentState } = placement(priced.finalTotal, isPaidInPerson(checkout));
  const items = priced.lines.map((line) => ({
    id: randomUUID(),
    ...itemColumns(line),
    ...takenOf(stockOf(loaded)(line), stock),
  }));
  const prepMinutes = loaded.slots.settings.prepMinutes[cart.fulfillment];
  const uses = usesOf(loaded);
  const isByCard = status === "awaiting_payment";
  const taking = takenColumns(ordered, isByCard, prepMinutes);
  // With a link, the payment is created when the customer opens it.
  const intent = isByCard && taking.payBy === null ? newIntent({ id: orderId, finalTotal: priced.finalTotal }, cardGateway, 1) : null;
  const order = await insertOrder(
    tx,
    {
      id: orderId,
      publicToken: randomBytes(TOKEN_BYTES).toString("base64url"),
      cartId: cart.id,
      cartHash: priced.hash,
      cartVersion: cart.version,
      checkoutKey: checkout.checkoutKey,
      status: "awaiting_payment",
      paymentState,
      gateway: isByCard ? cardGateway : "none",
      fulfillment: cart.fulfillment,
      requestedFor: cart.requestedFor,
      promisedAt: promise.value,
      prepMinutes,
      customerName: checkout.customer.name,
      customerEmail: checkout.customer.email,
      customerPhone: checkout.customer.phone,
      ...keys,
      address: cart.fulfillment === "delivery" ? checkout.address : null,
      instructions: checkout.instructions,
      allergyNote: checkout.allergyNote,
      currency: loaded.settings.CURRENCY.toLowerCase(),
      ...amountColumns(priced),
      couponCodes: [...priced.couponCodes],
      appliedPromotions: appliedByItem(priced, items),
      isStockTaken: true,
      isTest,
      marketingConsent: checkout.wantsNews === true && loaded.settings.ASK_MARKETING_CONSENT,
      ...taking,
      goesWith: ordered.first?.id ?? null,
      createdAt: now,
    },
    items,
    { requestHash: checkout.requestHash, from: checkout.from?.address ?? null, site: checkout.from?.site ?? null },
    {
      ...(uses.length === 0 ? {} : { held: holdUses(orderId, keys, uses) }),
      ...(intent === null ? {} : { payment: insertNewIntent(intent) }),
    },
  );
  await assertWithinLimits(tx, loaded, orderId);
  return { order, intent };
}

const BY_CUSTOMER = { source: "web", paidBy: null, minutes: null, isByLink: false } as const;

/** The order's source, how staff were paid, and its payment deadline. */
function takenColumns({ cart, checkout: { taken }, loaded, now, first }: Ordered, isByCard: boolean, prepMinutes: number) {
  const { source, paidBy, minutes, isByLink } = taken ?? BY_CUSTOMER;
  const waits = linkTerms(isByCard && isByLink, now, {
    requestedFor: cart.requestedFor,
    promisedWith: first?.promisedAt ?? null,
    prepMinutes,
    minutes,
    lastOrders: lastOrdersAt(loaded.slots),
    leadUntil: loaded.slots.lead?.until,
  });
  return { source, paidBy: loaded.priced.finalTotal === 0 ? null : paidBy, ...waits };
}

/** An order that was priced under the locks of its promotions cannot exceed their limits. */
async function assertWithinLimits(tx: Db, loaded: LoadedCart, orderId: string): Promise<void> {
  if (limitedUses(loaded).length === 0) return;
  const exceeded = await listExceededPromotions(tx, orderId);
  if (exceeded.length > 0) throw new Error(`promotions ${exceeded.join(", ")} were priced past their limits`);
}

function tipRefusal({ tip }: Reservation, { priced, settings }: LoadedCart, postalCode: string | null) {
  return tip === undefined ? null : tipProblem(tip, priced.tipBase, pricingSettings(settings, postalCode));
}

/** The customer as pricing knows them. Without contacts, it does not count as a first order. */
function customerOf({ customer, taken }: Reservation): CustomerInput {
  const isByStaff = taken !== undefined;
  return { ...customer, isByStaff, isAnonymous: isByStaff && customer.email === "" && customer.phone === "" };
}

/** The checkout's choices are stored in the cart, so that a refused checkout shows them. */
function checkoutChoices(stored: WholeCart, checkout: Reservation): CheckoutChoices {
  const { customer, address, instructions, allergyNote } = checkout;
  const { wantsNews: _asked, ...kept } = stored.draft;
  const draft = { ...kept, ...customer, instructions, allergyNote, ...(address === null ? {} : draftOf(address)) };
  const choices = {
    fulfillment: checkout.fulfillment,
    requestedFor: checkout.requestedFor,
    postalCode: checkout.fulfillment === "delivery" && address !== null ? address.postalCode : stored.postalCode,
    tip: checkout.tip ?? stored.tip,
  };
  const { fulfillment, requestedFor, postalCode, tip } = stored;
  // Contact details do not change the cart.
  const isChanged = !isDeepStrictEqual(choices, { fulfillment, requestedFor, postalCode, tip });
  return { ...choices, draft, version: isChanged ? stored.version + 1 : stored.version };
}

/** Records that the customer confirmed an unusual postal code. */
function draftOf(address: DeliveryAddress): Pick<CartDraft, "address" | "keptPostalCode"> {
  const { postalCode, country } = address;
  return postalCodeDoubt(postalCode, country) === null ? { address } : { address, keptPostalCode: postalCode };
}

/** Prices the cart, locks limited promotions and prices again. Not stable: other limited promotions applied under the locks; the caller retries. */
async function priceUnderLocks(
  tx: Db,
  cart: Ordered["cart"],
  checkout: Reservation,
  now: Date,
): Promise<{ readonly loaded: LoadedCart; readonly isStable: boolean }> {
  const loaded = await loadCart(tx, cart, now, customerOf(checkout));
  const { slotMaxOrders, slotMaxItems } = loaded.slots.settings;
  const limited = limitedUses(loaded);
  const hasSlotLimit = slotMaxOrders > 0 || slotMaxItems > 0;
  if (limited.length === 0 && !hasSlotLimit) return { loaded, isStable: true };
  if (hasSlotLimit) await lockSlots(tx);
  await lockPromotions(
    tx,
    limited.map((use) => use.promotionId),
    limited.flatMap((use) => use.couponCodeId ?? []),
  );
  await forgetIfChanged(tx);
  const locked = new Set(limited.map((use) => `${use.promotionId} ${use.couponCodeId}`));
  const again = await loadCart(tx, cart, now, customerOf(checkout));
  return { loaded: again, isStable: limitedUses(again).every((use) => locked.has(`${use.promotionId} ${use.couponCodeId}`)) };
}

/** Applied promotions that concurrent orders could use up: limited, with a limited code, or with a condition on the number of orders. */
function limitedUses(loaded: LoadedCart): readonly UseWanted[] {
  return usesOf(loaded).filter((use) => {
    const promotion = loaded.promotions.find((each) => each.id === use.promotionId);
    const code = [...loaded.codes.values()].find((each) => each.id === use.couponCodeId);
    const limits = [
      promotion?.limits.totalUses,
      promotion?.limits.perCustomerUses,
      promotion?.limits.budget,
      code?.maxUses,
      code?.perCustomerUses,
    ];
    return (
      limits.some((limit) => limit !== null && limit !== undefined) ||
      (promotion !== undefined && listCustomerNeeds([promotion]).needsOrderCount)
    );
  });
}

/** A discount by staff does not count as a use. */
function usesOf({ priced, codes }: LoadedCart): readonly UseWanted[] {
  return priced.applied
    .filter(({ promotionId }) => promotionId !== STAFF_DISCOUNT_ID)
    .map(({ promotionId, code, amount }) => ({
      promotionId,
      couponCodeId: code === null ? null : (codes.get(normalizeCode(code))?.id ?? null),
      amount,
    }));
}
