import * as texts from "#texts/cart/answers.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  ensureCart,
  findWholeCart,
  insertCart,
  lockCart,
  writeCart,
  type CartChanges,
  type CartItemRecord,
  type WholeCart,
} from "#app/cart/data/carts.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { fingerprintOf, planAdd, planEdit, planLines, type GiftChoice } from "#app/cart/domain/cart.ts";
import type { FreeItem } from "#app/promotions/domain/promotion.ts";
import { mayBeOrderedAt, mayBeOrderedLater, notNowText } from "#app/catalogue/domain/order-hours.ts";
import { leadTimeOf, noLeadTimeText } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { hasFreeSlot } from "#app/store/domain/hours/slots.ts";
import { pickupSlots } from "#app/store/domain/pickup-slots.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { checkChoices, choicesOf } from "#app/catalogue/domain/customization/customization-choices.ts";
import { isOrderable, type Choice, type ChoiceProblem } from "#app/catalogue/domain/customization/customization.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { tipProblem } from "#app/cart/domain/pricing/tip.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { loadCart, NO_CART, ownUnits, type CartSource, type CustomerInput, type LoadedCart } from "./load-cart.server.ts";
import { withUnits, type ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import {
  isSeenOtherwise,
  quantityNow,
  seenWeightOf,
  stepsText,
  unitKey,
  weightProblem,
  withQuantity,
} from "#app/catalogue/domain/weight/steps.ts";
import { shownPrice, unitsOf } from "#app/cart/domain/pricing/priced-cart.ts";
import { limitsOfLine } from "#app/catalogue/domain/variants/line-limits.ts";

/** The services that the cart's workflows need. */
export interface CartServices {
  readonly db: Db;
  readonly now: () => Date;
}

/** Why a change of the cart failed. */
export type CartFailure =
  /** No such cart, item or product, or not the visitor's. */
  | { readonly kind: "not-found"; readonly message: string }
  /** Hidden, sold out, too few left, or outside hours. */
  | { readonly kind: "unavailable"; readonly message: string }
  /** The quantity may be from before the product's steps changed; the line now counts in today's steps. */
  | { readonly kind: "recounted"; readonly message: string }
  /** Valid but not possible; `field` names the input. */
  | { readonly kind: "refused"; readonly field: string; readonly message: string }
  /** Customizations do not fit the product. */
  | { readonly kind: "choices"; readonly problems: readonly ChoiceProblem[] }
  /** The rate limit of the client's address. */
  | { readonly kind: "too-many-carts"; readonly message: string; readonly retryAfterSeconds: number };

export interface WantedItem {
  readonly productId: number;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly note: string;
  /** The units of the page (`unitKey`); undefined: the current ones. */
  readonly units?: string | undefined;
}

const NO_SUCH_CART: CartFailure = { kind: "not-found", message: texts.noSuchCart };
const NO_SUCH_ITEM: CartFailure = { kind: "not-found", message: texts.noLongerInCart };

/** The planned cart: all items in order, changed details, products already read. */
interface CartPlan {
  readonly items?: readonly CartItemRecord[];
  readonly changes?: CartChanges;
  readonly products?: ReadonlyMap<number, ProductForSale>;
  /** Returned although the items are stored. */
  readonly refusal?: CartFailure;
}

type PlanChange = (db: Db, cart: CartSource) => Promise<Result<CartPlan, CartFailure>>;

/** The visitor's cart with current prices, or an empty one. Read-only. */
export async function getCart(services: CartServices, cartId: string | null): Promise<LoadedCart> {
  const cart = cartId === null ? undefined : await findWholeCart(services.db, cartId);
  return loadCart(services.db, cart ?? NO_CART, services.now());
}

/** Adds units; equal choices share a line. The first item creates the cart if `cartId` is null or no longer exists. */
export async function addCartItem(
  services: CartServices,
  cartId: string | null,
  wanted: WantedItem,
): Promise<Result<LoadedCart, CartFailure>> {
  return changeCart(services, cartId, true, async (db, cart) => {
    const products = await loadProductsForSale(db, [wanted.productId], services.now());
    const found = products.get(wanted.productId);
    const product = found && withUnits(found, ownUnits(cart));
    if (product === undefined || !product.isOffered) return fail({ kind: "not-found", message: texts.noSuchProduct });
    if (product.isSoldOut || product.stock === 0 || !isOrderable(product.groups))
      return fail({ kind: "unavailable", message: texts.isSoldOut(product.name) });
    const checked = checkChoices(product.groups, wanted.choices);
    if (!checked.ok) return fail({ kind: "choices", problems: checked.error });
    const closed = await findClosedHours(db, product, cart, services.now());
    if (closed !== null) return fail(closed);
    const { LOCALE: locale } = await readSettings(db);
    const { units, ...chosen } = wanted;
    const resold = resoldProblem(product, units, locale);
    if (resold !== null) return fail({ kind: "refused", field: "quantity", message: resold });
    const items = itemsNow(cart.items, product);
    const entry = { ...chosen, choices: choicesOf(checked.value) };
    const plan = planAdd(items, entry);
    if (!plan.ok) return fail({ kind: "refused", field: "quantity", message: plan.error.message });
    const short = findShortage(product, items, entry, locale);
    if (short !== null) return fail(short);
    const added = plan.value;
    const light = weightProblem(product, added.kind === "new" ? entry.quantity : added.quantity, locale);
    if (light !== null) return fail({ kind: "refused", field: "quantity", message: light });
    const after =
      added.kind === "new"
        ? [...cart.items, { ...entry, id: randomUUID(), seenUnitPrice: null }]
        : cart.items.map((item) => (item.id === added.id ? withQuantity(item, added.quantity, product.weight ?? null) : item));
    return ok({ items: after, products });
  });
}

/** Why a quantity in the units of an outdated page is refused; null: the units are unchanged. */
function resoldProblem({ name, weight = null }: ProductForSale, units: string | undefined, locale: string): string | null {
  if (units === undefined || units === unitKey(weight)) return null;
  return weight === null ? texts.soldByPieceAddAgain(name) : texts.soldInStepsAddAgain(name, stepsText({ weight }, 1, locale));
}

/** Changes quantity, choices or note of a line; missing fields and the id stay. */
export async function editCartItem(
  services: CartServices,
  cartId: string | null,
  itemId: string,
  changes: { readonly quantity?: number | undefined; readonly choices?: readonly Choice[] | undefined; readonly note?: string | undefined },
): Promise<Result<LoadedCart, CartFailure>> {
  return changeCart(services, cartId, false, async (db, cart) => {
    const productId = cart.items.find((item) => item.id === itemId)?.productId;
    const found = productId === undefined ? undefined : (await loadProductsForSale(db, [productId], services.now())).get(productId);
    if (found === undefined) return fail(NO_SUCH_ITEM);
    const product = withUnits(found, ownUnits(cart));
    if (changes.quantity !== undefined) {
      const recounted = await recountLine(db, cart.items, itemId, product);
      if (recounted !== null) return ok(recounted);
    }
    const items = itemsNow(cart.items, product);
    const current = items.find((item) => item.id === itemId);
    if (current === undefined) return fail(NO_SUCH_ITEM);
    let choices: readonly Choice[] | undefined;
    if (changes.choices !== undefined) {
      const checked = checkChoices(product.groups, changes.choices);
      if (!checked.ok) return fail({ kind: "choices", problems: checked.error });
      choices = choicesOf(checked.value);
    }
    const plan = planEdit(items, itemId, {
      ...(changes.quantity === undefined ? {} : { quantity: changes.quantity }),
      ...(choices === undefined ? {} : { choices }),
      ...(changes.note === undefined ? {} : { note: changes.note }),
    });
    if (!plan.ok) return fail({ kind: "refused", field: "quantity", message: plan.error.message });
    const { LOCALE: locale } = await readSettings(db);
    const light = changes.quantity === undefined ? null : weightProblem(product, plan.value.entry.quantity, locale);
    if (light !== null) return fail({ kind: "refused", field: "quantity", message: light });
    if (changes.quantity !== undefined && changes.quantity > current.quantity) {
      const closed = await findClosedHours(db, product, cart, services.now());
      if (closed !== null) return fail(closed);
      const others = items.filter((item) => item.id !== itemId);
      const short = findShortage(product, others, { ...current, quantity: changes.quantity, choices: choices ?? current.choices }, locale);
      if (short !== null) return fail(short);
    }
    const { entry, removeId } = plan.value;
    const left = cart.items.filter((item) => item.id !== removeId);
    return ok({ items: left.map((item) => (item.id === itemId ? { ...entry, seenUnitPrice: null, seenWeight: null } : item)) });
  });
}

/**
 * Recounts a line in the product's current steps if it was last shown in other steps. A quantity for it is refused, because it may have
 * been chosen before or after the change. null: the steps are unchanged.
 */
async function recountLine(
  db: Db,
  items: readonly CartItemRecord[],
  itemId: string,
  product: ProductForSale,
): Promise<Pick<CartPlan, "items" | "refusal"> | null> {
  const { name, weight = null } = product;
  const line = items.find((item) => item.id === itemId && isSeenOtherwise(item, weight));
  if (line === undefined) return null;
  const recounted = withQuantity(line, quantityNow(line, weight), weight);
  const { LOCALE: locale } = await readSettings(db);
  const held = stepsText(product, recounted.quantity, locale);
  const message =
    weight === null ? texts.soldByPieceRecounted(name, held) : texts.soldInStepsRecounted(name, stepsText(product, 1, locale), held);
  return { items: items.map((item) => (item === line ? recounted : item)), refusal: { kind: "recounted", message } };
}

export async function removeCartItem(
  services: CartServices,
  cartId: string | null,
  itemId: string,
): Promise<Result<LoadedCart, CartFailure>> {
  return changeCart(services, cartId, false, async (_db, { items }) => {
    const left = items.filter((item) => item.id !== itemId);
    return left.length === items.length ? fail(NO_SUCH_ITEM) : ok({ items: left });
  });
}

/** Creates a cart for a code before any item; an existing one stays. */
export function openCart(services: CartServices, cartId: string): Promise<void> {
  return ensureCart(services.db, cartId);
}

/** The customer's order as staff entered it. */
export interface EnteredCart extends Pick<
  CartSource,
  "fulfillment" | "requestedFor" | "postalCode" | "couponCodes" | "discount" | "isAddOn"
> {
  readonly items: readonly WantedItem[];
}

/** Prices an entered cart without storing it. */
export async function previewCart(
  services: CartServices,
  { items, ...cart }: EnteredCart,
  customer: CustomerInput,
): Promise<Result<LoadedCart, CartFailure>> {
  const lines = linesOf(items);
  return lines.ok ? ok(await loadCart(services.db, { ...NO_CART, ...cart, items: lines.value }, services.now(), customer)) : lines;
}

/** Stores an entered cart in place of the cart's previous contents. */
export async function fillCart(
  services: CartServices,
  cartId: string,
  { items, discount: _notStored, isAddOn: _neither, ...changes }: EnteredCart,
): Promise<Result<LoadedCart, CartFailure>> {
  const lines = linesOf(items);
  if (!lines.ok) return lines;
  await ensureCart(services.db, cartId);
  return changeCart(services, cartId, false, async () => ok({ items: lines.value, changes }));
}

function linesOf(wanted: readonly WantedItem[]): Result<readonly CartItemRecord[], CartFailure> {
  const lines = planLines(wanted, randomUUID);
  return lines.ok
    ? ok(lines.value.map((line) => ({ ...line, seenUnitPrice: null })))
    : fail({ kind: "refused", field: "items", message: lines.error.message });
}

/** Changes fulfillment, time, tip, postal code, coupon codes and gifts. `loadedCart`: the cart, if just read. */
export async function updateCart(
  services: CartServices,
  cartId: string | null,
  { giftChoice, ...changes }: Omit<CartChanges, "giftChoices"> & { readonly giftChoice?: GiftChoice },
  loadedCart?: WholeCart,
): Promise<Result<LoadedCart, CartFailure>> {
  const plan: PlanChange = async (db, cart) => {
    const { tip } = changes;
    const isTipped = tip !== undefined && tip.kind !== "none";
    if (!isTipped && giftChoice === undefined) return ok({ changes });
    const { priced, settings } = await loadCart(db, { ...cart, ...changes }, services.now());
    const problem = isTipped ? tipProblem(tip, priced.tipBase, pricingSettings(settings, null)) : null;
    if (problem !== null) return fail({ kind: "refused", ...problem });
    if (giftChoice === undefined) return ok({ changes });
    const wrongGift = giftProblem(giftChoice, priced.freeItems);
    if (wrongGift !== null) return fail({ kind: "refused", field: "gift_choice", message: wrongGift });
    return ok({ changes: { ...changes, giftChoices: { ...cart.giftChoices, [giftChoice.promotionId]: giftChoice.productId } } });
  };
  return changeCart(services, cartId, false, plan, loadedCart);
}

/** Why the chosen gift is unavailable; null if available. */
function giftProblem({ promotionId, productId }: GiftChoice, freeItems: readonly FreeItem[]): string | null {
  const given = freeItems.find((item) => item.promotionId === promotionId);
  if (given === undefined) return texts.noGift;
  return given.choices?.some((choice) => choice.productId === productId) === true ? null : texts.giftUnavailable;
}

/** Optimistic attempts before the row is locked. */
const ROUNDS = 3;

/**
 * Reads the cart, lets `plan` decide, prices and writes it; retries if the cart changed meanwhile. A refusal by `plan` changes nothing. `begins`:
 * creates a missing cart. `loadedCart`: the cart, if just read.
 */
async function changeCart(
  services: CartServices,
  cartId: string | null,
  begins: boolean,
  plan: PlanChange,
  loadedCart?: WholeCart,
): Promise<Result<LoadedCart, CartFailure>> {
  if (cartId === null && !begins) return fail(NO_SUCH_CART);
  const id = cartId ?? randomUUID();
  const tryOn = async (db: Db, loadedCart?: WholeCart): Promise<Result<LoadedCart, CartFailure> | "again"> => {
    const stored = cartId === null ? undefined : (loadedCart ?? (await findWholeCart(db, id)));
    if (stored === undefined && !begins) return fail(NO_SUCH_CART);
    const before = stored ?? { ...NO_CART, id };
    const planned = await plan(db, before);
    if (!planned.ok) return planned;
    const { items = before.items, changes = {}, products, refusal } = planned.value;
    const cart = { ...before, ...changes, items };
    const loaded = await loadCart(db, { ...cart, version: before.version + 1 }, services.now(), undefined, products);
    const upserts = (refusal === undefined ? seenNow(loaded, items) : items).filter(
      (item) =>
        !isDeepStrictEqual(
          item,
          before.items.find((each) => each.id === item.id),
        ),
    );
    const rows = upserts.map((item) => ({ ...item, fingerprint: fingerprintOf(item) }));
    const deletes = before.items.flatMap((item) => (items.some((each) => each.id === item.id) ? [] : [item.id]));
    const isWritten = await (stored === undefined
      ? insertCart(db, id, rows)
      : writeCart(db, { cart: { ...cart, id }, upserts: rows, deletes }));
    if (!isWritten) return "again";
    return refusal === undefined ? ok(loaded) : fail(refusal);
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const done = await tryOn(services.db, round === 1 ? loadedCart : undefined);
    if (done !== "again") return done;
  }
  return inTransaction(services.db, async (tx) => {
    await lockCart(tx, id);
    const done = await tryOn(tx);
    if (done === "again") throw new Error("a cart changed under its lock");
    return done;
  });
}

/** The response shows these prices and changes, so they become the last displayed ones. */
function seenNow({ priced }: LoadedCart, items: readonly CartItemRecord[]): readonly CartItemRecord[] {
  const shown = new Map(priced.lines.flatMap((line) => (line.isFreeItem ? [] : [[line.id, line]])));
  return items.map((item) => {
    const line = shown.get(item.id);
    if (line === undefined) return item;
    const { weight = null } = line;
    const seenWeight = weight === null ? null : seenWeightOf(weight);
    return { ...item, quantity: unitsOf(line), seenUnitPrice: shownPrice(line), seenWeight };
  });
}

/** The items, with the product's quantities in its current units. For planning only, not to be stored, because their displayed weight is outdated. */
function itemsNow(items: readonly CartItemRecord[], { id, weight = null }: ProductForSale): readonly CartItemRecord[] {
  return items.map((item) => (item.productId === id ? { ...item, quantity: quantityNow(item, weight) } : item));
}

/**
 * A product with hours can be added during them (now or at the cart's time), or if a later time within them is offered. A product with a
 * lead time can be added if a time after it is offered.
 */
async function findClosedHours(db: Db, product: ProductForSale, cart: CartSource, now: Date): Promise<CartFailure | null> {
  const { name, orderHours } = product;
  if (orderHours === null && product.leadHours === 0) return null;
  const settings = await readSettings(db);
  if (product.leadHours > 0) {
    const slots = {
      ...pickupSlots(settings, now),
      lead: leadTimeOf([product], now),
      suits: (at: Date) => mayBeOrderedAt(orderHours, at, settings.STORE_TIMEZONE),
    };
    const ways = product.isPickupOnly ? (["pickup"] as const) : (["pickup", "delivery"] as const);
    return ways.some((fulfillment) => hasFreeSlot({ ...slots, fulfillment }))
      ? null
      : { kind: "unavailable", message: noLeadTimeText(product, slots.settings) };
  }
  if (orderHours === null) return null;
  if (mayBeOrderedAt(orderHours, cart.requestedFor ?? now, settings.STORE_TIMEZONE)) return null;
  return mayBeOrderedLater(orderHours, { ...pickupSlots(settings, now), fulfillment: cart.fulfillment })
    ? null
    : { kind: "unavailable", message: notNowText(name, orderHours, regionFormat(settings.LOCALE)) };
}

type Wanted = Pick<CartItemRecord, "productId" | "quantity" | "choices">;

/** Why the product, or a variant of these choices, cannot have this many units in addition to the other lines. */
function findShortage(product: ProductForSale, others: readonly Wanted[], line: Wanted, locale: string): CartFailure | null {
  const limits = others
    .filter(({ productId }) => productId === product.id)
    .flatMap((other) => limitsOfLine(product, other.choices, locale).map(({ key, units }) => ({ key, taken: units * other.quantity })));
  const takenOf = (key: string) => limits.reduce((sum, each) => (each.key === key ? sum + each.taken : sum), 0);
  const short = limitsOfLine(product, line.choices, locale).find(({ key, units, most }) => takenOf(key) + units * line.quantity > most);
  return short === undefined ? null : { kind: "unavailable", message: short.text };
}
