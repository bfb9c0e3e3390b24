import { regionFormat } from "#app/values/clock/region-format.ts";
import type { CartItemRecord, WholeCart } from "#app/cart/data/carts.server.ts";
import { listCategoryNames } from "#app/catalogue/data/categories.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { findCouponCodes, listPromotionsForCart, toCodeOnCart, type CouponCodeRecord } from "#app/promotions/data/promotions.server.ts";
import { leadTimeOf } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { mayBeOrderedAt } from "#app/catalogue/domain/order-hours.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { CartLine, CartProblem } from "#app/cart/domain/cart.ts";
import { LEAD_TIME_PROBLEMS } from "#app/cart/domain/cart-problems.ts";
import { isMistypedCode, normalizeCode } from "#app/promotions/domain/coupons.ts";
import { hoursProblems } from "#app/cart/domain/hours-problems.ts";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { CodeOnCart, GiftProduct, Promotion, PromotionNames, StaffDiscount } from "#app/promotions/domain/promotion.ts";
import { listCustomerNeeds, listReferencedIds, type ReferencedIds } from "#app/promotions/domain/referenced-ids.ts";
import { moneyFormat, orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { listClosedSlots } from "#app/store/data/closed-slots.server.ts";
import { countSlotLoads, type SlotInput } from "#app/store/domain/hours/slots.ts";
import { addMinutes } from "#app/values/time.ts";
import { customerKeys } from "#app/promotions/workflows/customer-keys.server.ts";
import { withUnits, type ProductForSale, type UnitsById } from "#app/catalogue/domain/product-for-sale.ts";
import { quantityNow } from "#app/catalogue/domain/weight/steps.ts";
import type { VariantStock } from "#app/catalogue/domain/variants/variant.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { pricingSettings, type PricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { listPromisedOrders, readCustomerFacts, type AskedOfCustomer } from "#app/cart/data/orders-seen.server.ts";

/** The stored cart, or an empty one without id. */
export type CartSource = Omit<WholeCart, "id" | "mark"> & {
  readonly id: string | null;
  /** By staff; never stored with the cart. */
  readonly discount?: StaffDiscount | null;
  /** Added by staff to an existing order, so without its own delivery fee, minimum or slot. Never stored with the cart. */
  readonly isAddOn?: boolean;
};

/** A cart with current catalogue, promotions, hours and settings. */
export interface LoadedCart {
  readonly source: CartSource;
  /** `problems` include those of the hours. */
  readonly priced: PricedCart;
  readonly settings: Settings;
  /** For slot queries: the cart's units, hours and reserved slots. */
  readonly slots: SlotInput;
  /** The same, limited to times when all products can be ordered. */
  readonly offeredSlots: SlotInput;
  /** All promotions that were tested, applied or not. */
  readonly promotions: readonly Promotion[];
  /** Products with counted stock, possible gifts included. */
  readonly counted: ReadonlySet<number>;
  /** Counted variants by product. */
  readonly variants: ReadonlyMap<number, readonly VariantStock[]>;
  /** Stored codes by normalised code. */
  readonly codes: ReadonlyMap<string, CouponCodeRecord>;
}

export const NO_CART: CartSource = {
  id: null,
  fulfillment: "pickup",
  requestedFor: null,
  postalCode: null,
  tip: { kind: "none" },
  couponCodes: [],
  giftChoices: {},
  draft: {},
  version: 0,
  items: [],
  checkouts: [],
};

/** The customer as known to the checkout; default: the cart's draft. */
export interface CustomerInput {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** Staff entered the contacts, and know the customer. */
  readonly isByStaff?: boolean;
  /** The customer stays unknown and counts as having ordered before. */
  readonly isAnonymous?: boolean;
}

/**
 * Prices a cart from current data; only ids, quantities and choices come from storage. The cart's own open checkout does not count against it,
 * because a new attempt replaces it. `db` may be a transaction.
 */
export async function loadCart(
  db: Db,
  source: CartSource,
  now: Date,
  customer?: CustomerInput,
  /** Products that the caller has read already. */
  known: ReadonlyMap<number, ProductForSale> = new Map(),
): Promise<LoadedCart> {
  const settings = await readSettings(db);
  const ownOrderIds = source.checkouts.map(({ id }) => id);
  const ownStock = ownUnits(source);

  const typed = customer ?? source.draft;
  const keys = { ...customerKeys(typed, settings.COUNTRY), isByStaff: customer?.isByStaff === true };
  const codes = await findCouponCodes(db, source.couponCodes.map(normalizeCode), ownOrderIds);
  const promotions = await listPromotionsForCart(db, unlockedBy(codes), now, ownOrderIds);
  const referencedIds = listReferencedIds(promotions);
  const productIds = [...source.items.map((item) => item.productId), ...referencedIds.productIds].filter((id) => !known.has(id));
  const products = new Map([...known, ...(await loadProductsForSale(db, productIds, now))]);

  const items = source.items.map((item) => ({
    ...item,
    seenQuantity: item.quantity,
    quantity: quantityNow(item, products.get(item.productId)?.weight ?? null),
  }));
  const counted = new Set([...products.values()].flatMap(({ id, stock }) => (stock === null ? [] : [id])));
  const { uses, ...facts } = await readCustomerFacts(db, askedOfCustomer(promotions, codes), keys, now, ownOrderIds);
  const lines = toLines(items, products, ownStock);
  const priced = priceCart({
    lines,
    codes: source.couponCodes.map((code): CodeOnCart => toCodeOnCart(code, codes.get(normalizeCode(code)), isMistypedCode(code), uses)),
    promotions,
    gifts: toGifts(referencedIds, items, products, ownStock, (product) => mayBeGiven(product, source, now, settings.STORE_TIMEZONE)),
    giftChoices: source.giftChoices,
    names: { format: moneyFormat(settings), region: regionFormat(settings.LOCALE), ...(await readNames(db, referencedIds, products)) },
    customer: {
      email: typed.email ?? null,
      // No first-order offers either.
      ...(customer?.isAnonymous === true ? { orderCount: 1, isAnonymous: true } : facts),
      usesByPromotion: Object.fromEntries(uses.byPromotion),
    },
    fulfillment: source.fulfillment,
    requestedFor: source.requestedFor,
    postalCode: source.postalCode,
    tip: source.tip,
    discount: source.discount ?? null,
    settings:
      source.isAddOn === true ? asAddOn(pricingSettings(settings, source.postalCode)) : pricingSettings(settings, source.postalCode),
    now,
  });
  const offered = lines.filter(({ product }) => product.isOffered);
  const orderable = offered.map(({ product }) => product);
  const free = await loadSlots(db, settings, now, source, { items: priced.itemCount, ownOrderIds });
  const slots = { ...free, lead: leadTimeOf(orderable, now) };
  const orderHours = orderable.map((product) => product.orderHours).filter((hours) => hours !== null);
  const suits = (at: Date) => orderHours.every((hours) => mayBeOrderedAt(hours, at, settings.STORE_TIMEZONE));
  const offeredSlots = orderHours.length === 0 ? slots : { ...slots, suits };
  const timing = items.length === 0 ? [] : timingProblems(source, offeredSlots, offered);
  return {
    source,
    priced: { ...priced, problems: [...priced.problems, ...timing] },
    settings,
    slots,
    offeredSlots,
    promotions,
    counted,
    variants: new Map([...products.values()].map(({ id, variants }) => [id, variants])),
    codes,
  };
}

/** An add-on is delivered with its order, whatever the area or the minimum. */
function asAddOn(settings: PricingSettings): PricingSettings {
  const free = { deliveryFee: 0, deliveryFreeAbove: null, deliveryMinOrder: null, pickupMinOrder: null };
  return { ...settings, ...free, enableDelivery: true, deliveryPostalPrefixes: [] };
}

/** An add-on has the time of its order; only the lead times of the added items count. */
function timingProblems({ requestedFor, isAddOn }: CartSource, slots: SlotInput, lines: readonly CartLine[]): readonly CartProblem[] {
  const problems = hoursProblems(slots, requestedFor, lines);
  return isAddOn === true ? problems.filter(({ code }) => LEAD_TIME_PROBLEMS.has(code)) : problems;
}

/** Hours, preparation times and reserved slots; the latter only where slots have limits. */
export async function loadSlots(
  db: Db,
  settings: Settings,
  now: Date,
  { fulfillment, postalCode }: Pick<CartSource, "fulfillment" | "postalCode">,
  { items, ownOrderIds = [] }: { readonly items: number; readonly ownOrderIds?: readonly string[] | undefined },
): Promise<SlotInput> {
  const ordering = orderingSettings(settings, postalCode);
  const isLimited = ordering.slotMaxOrders > 0 || ordering.slotMaxItems > 0;
  const promised = isLimited ? await listPromisedOrders(db, addMinutes(now, -ordering.slotIntervalMinutes), now, ownOrderIds) : [];
  return {
    hours: storeHours(settings),
    settings: ordering,
    now,
    fulfillment,
    items,
    loads: countSlotLoads(promised, ordering, settings.STORE_TIMEZONE),
    closed: await listClosedSlots(db, now),
  };
}

/** Stock reserved by the cart's own checkouts. */
export function ownUnits({ checkouts }: Pick<CartSource, "checkouts">): UnitsById {
  const products = new Map<number, number>();
  const variants = new Map<number, number>();
  for (const { stock, variants: taken } of checkouts) {
    for (const [id, units] of Object.entries(stock ?? {})) products.set(Number(id), (products.get(Number(id)) ?? 0) + units);
    for (const { id, units } of taken ?? []) variants.set(id, (variants.get(id) ?? 0) + units);
  }
  return { products, variants };
}

function unlockedBy(codes: ReadonlyMap<string, CouponCodeRecord>): readonly number[] {
  return [...new Set([...codes.values()].map((code) => code.promotionId))];
}

/** The customer facts that promotions need; most need none. */
function askedOfCustomer(promotions: readonly Promotion[], codes: ReadonlyMap<string, CouponCodeRecord>): AskedOfCustomer {
  const counting = new Set([...codes.values()].flatMap((code) => (code.perCustomerUses === null ? [] : [code.promotionId])));
  return {
    promotionIds: promotions.filter(({ id, limits }) => limits.perCustomerUses !== null || counting.has(id)).map(({ id }) => id),
    ...listCustomerNeeds(promotions),
  };
}

function toLines(
  items: readonly (CartItemRecord & { readonly seenQuantity: number })[],
  products: ReadonlyMap<number, ProductForSale>,
  ownStock: UnitsById,
): readonly CartLine[] {
  return items.flatMap(({ productId, seenWeight, ...line }) => {
    const product = products.get(productId);
    // A product's deletion also deletes cart items; between two statements one may still appear.
    return product === undefined ? [] : [{ ...line, product: withUnits(product, ownStock), seenWeight: seenWeight ?? null }];
  });
}

/** Whether an order of this kind and time may contain the product. */
function mayBeGiven(
  { orderHours, leadHours, isPickupOnly }: ProductForSale,
  { fulfillment, requestedFor }: Pick<CartSource, "fulfillment" | "requestedFor">,
  now: Date,
  timeZone: string,
): boolean {
  if (isPickupOnly && fulfillment === "delivery") return false;
  const isInTime = leadHours === 0 || (requestedFor !== null && requestedFor >= addMinutes(now, leadHours * 60));
  return isInTime && mayBeOrderedAt(orderHours, requestedFor ?? now, timeZone);
}

/** Available gifts: stock beyond the cart's own units. */
function toGifts(
  referencedIds: ReferencedIds,
  items: readonly CartItemRecord[],
  products: ReadonlyMap<number, ProductForSale>,
  ownStock: UnitsById,
  mayBeAdded: (product: ProductForSale) => boolean,
): readonly GiftProduct[] {
  return referencedIds.giftIds.flatMap((productId) => {
    const found = products.get(productId);
    if (found === undefined) return [];
    const product = withUnits(found, ownStock);
    const { name, kitchenName, imageUrl, price: unitPrice } = product;
    const bought = items.reduce((sum, item) => (item.productId === productId ? sum + item.quantity : sum), 0);
    const stock = product.stock === null ? null : Math.max(0, product.stock - bought);
    // A gift is one piece; a product sold by weight has no price for a piece.
    const available = (product.weight ?? null) === null && product.isOffered && !product.isSoldOut && mayBeAdded(product);
    return [{ productId, name, kitchenName, imageUrl, unitPrice, available, stock }];
  });
}

async function readNames(
  db: Db,
  referencedIds: ReferencedIds,
  products: ReadonlyMap<number, ProductForSale>,
): Promise<Omit<PromotionNames, "format" | "region">> {
  return {
    products: Object.fromEntries(referencedIds.productIds.flatMap((id) => (products.has(id) ? [[id, products.get(id)?.name ?? ""]] : []))),
    categories: Object.fromEntries(await listCategoryNames(db, referencedIds.categoryIds)),
  };
}
