import { randomUUID } from "node:crypto";
import {
  changeCart,
  deleteCartItem,
  ensureCart,
  findCart,
  insertCartItem,
  listCartItems,
  lockCart,
  setCartItemQuantity,
  setSeenUnitPrices,
  updateCartItem,
  type CartChanges,
  type CartItemRecord,
  type CartRecord,
} from "#app/cart/data/carts.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { planAdd, planEdit, type GiftChoice } from "#app/cart/domain/cart.ts";
import type { FreeItem } from "#app/promotions/domain/promotion.ts";
import { mayBeOrderedAt, notNowText } from "#app/catalogue/domain/order-hours.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { checkChoices, choicesOf } from "#app/catalogue/domain/customization/customization-choices.ts";
import type { Choice, ChoiceProblem } from "#app/catalogue/domain/customization/customization.ts";
import { pricingSettings } from "#app/cart/domain/pricing/settings.ts";
import { tipProblem } from "#app/cart/domain/pricing/tip.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { loadCart, NO_CART, type LoadedCart } from "./load-cart.server.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";

/** What the cart's workflows need of the process's services. */
export interface CartServices {
  readonly db: Db;
  readonly now: () => Date;
}

/**
 * - not-found: no such cart, item or product; foreign and unknown look the same.
 * - unavailable: hidden, sold out, too few left, or not at this hour; the customer can do nothing wrong about it.
 * - refused: understood, but not possible; `field` names the input.
 * - choices: the customizations do not fit the product.
 * - too-many-carts: this address has started very many of them.
 */
export type CartFailure =
  | { readonly kind: "not-found"; readonly message: string }
  | { readonly kind: "unavailable"; readonly message: string }
  | { readonly kind: "refused"; readonly field: string; readonly message: string }
  | { readonly kind: "choices"; readonly problems: readonly ChoiceProblem[] }
  | { readonly kind: "too-many-carts"; readonly message: string; readonly retryAfterSeconds: number };

export interface WantedItem {
  readonly productId: number;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly note: string;
}

const NO_SUCH_CART: CartFailure = { kind: "not-found", message: "There is no such cart." };
const NO_SUCH_ITEM: CartFailure = { kind: "not-found", message: "This item is no longer in your cart." };

/** The visitor's cart with fresh prices; the empty one for a visitor without. Changes nothing. */
export async function getCart(services: CartServices, cartId: string | null): Promise<LoadedCart> {
  const cart = cartId === null ? undefined : await findCart(services.db, cartId);
  return loadCart(services.db, cart ?? NO_CART, services.now());
}

/** Adds units of a product; equal wishes become one line. The first item makes the cart: `cartId` null, or one that is gone. */
export async function addCartItem(
  services: CartServices,
  cartId: string | null,
  wanted: WantedItem,
): Promise<Result<LoadedCart, CartFailure>> {
  const id = cartId ?? randomUUID();
  return inTransaction(services.db, async (tx) => {
    const products = await loadProductsForSale(tx, [wanted.productId], services.now());
    const product = products.get(wanted.productId);
    if (product === undefined || !product.isOffered) return fail<CartFailure>({ kind: "not-found", message: "There is no such product." });
    if (product.isSoldOut || product.stock === 0)
      return fail<CartFailure>({ kind: "unavailable", message: `${product.name} is sold out.` });
    const checked = checkChoices(product.groups, wanted.choices);
    if (!checked.ok) return fail<CartFailure>({ kind: "choices", problems: checked.error });

    await ensureCart(tx, id);
    const cart = await lockCart(tx, id);
    if (cart === undefined) return fail(NO_SUCH_CART);
    const closed = await findClosedHours(tx, product, cart, services.now());
    if (closed !== null) return fail(closed);
    const items = await listCartItems(tx, id);
    const entry = { ...wanted, choices: choicesOf(checked.value) };
    const plan = planAdd(items, entry);
    if (!plan.ok) return fail<CartFailure>({ kind: "refused", field: "quantity", message: plan.error.message });
    const short = findShortage(product, unitsOf(items, product.id) + wanted.quantity);
    if (short !== null) return fail(short);
    if (plan.value.kind === "new") await insertCartItem(tx, id, { ...entry, id: randomUUID() }, plan.value.fingerprint);
    else await setCartItemQuantity(tx, id, plan.value.id, plan.value.quantity);
    return ok(await answerChanged(services, tx, cart, {}, products));
  });
}

/** Changes quantity, choices or note of one line; absent fields stay, and so does the line's id. */
export async function editCartItem(
  services: CartServices,
  cartId: string | null,
  itemId: string,
  changes: { readonly quantity?: number | undefined; readonly choices?: readonly Choice[] | undefined; readonly note?: string | undefined },
): Promise<Result<LoadedCart, CartFailure>> {
  return changeOwnCart(services, cartId, async (tx, cart) => {
    const items = await listCartItems(tx, cart.id);
    const current = items.find((item) => item.id === itemId);
    const product =
      current === undefined ? undefined : (await loadProductsForSale(tx, [current.productId], services.now())).get(current.productId);
    if (current === undefined || product === undefined) return fail(NO_SUCH_ITEM);
    let choices: readonly Choice[] | undefined;
    if (changes.choices !== undefined) {
      const checked = checkChoices(product.groups, changes.choices);
      if (!checked.ok) return fail<CartFailure>({ kind: "choices", problems: checked.error });
      choices = choicesOf(checked.value);
    }
    const plan = planEdit(items, itemId, {
      ...(changes.quantity === undefined ? {} : { quantity: changes.quantity }),
      ...(choices === undefined ? {} : { choices }),
      ...(changes.note === undefined ? {} : { note: changes.note }),
    });
    if (!plan.ok) return fail<CartFailure>({ kind: "refused", field: "quantity", message: plan.error.message });
    const { entry, fingerprint, removeId } = plan.value;
    if (changes.quantity !== undefined && changes.quantity > current.quantity) {
      const closed = await findClosedHours(tx, product, cart, services.now());
      if (closed !== null) return fail(closed);
      const short = findShortage(product, unitsOf(items, product.id) - current.quantity + changes.quantity);
      if (short !== null) return fail(short);
    }
    if (removeId !== null) await deleteCartItem(tx, cart.id, removeId);
    await updateCartItem(tx, cart.id, entry, fingerprint);
    return ok({});
  });
}

export async function removeCartItem(
  services: CartServices,
  cartId: string | null,
  itemId: string,
): Promise<Result<LoadedCart, CartFailure>> {
  return changeOwnCart(services, cartId, async (tx, cart) => ((await deleteCartItem(tx, cart.id, itemId)) ? ok({}) : fail(NO_SUCH_ITEM)));
}

/** Begins a cart, for a code that comes before anything is bought; one that exists stays as it is. */
export function openCart(services: CartServices, cartId: string): Promise<void> {
  return inTransaction(services.db, (tx) => ensureCart(tx, cartId));
}

/** Changes how the whole cart is ordered: pickup or delivery, time, tip, postal code, which free item. */
export async function changeOwnCartDetails(
  services: CartServices,
  cartId: string | null,
  { giftChoice, ...changes }: Omit<CartChanges, "giftChoices"> & { readonly giftChoice?: GiftChoice },
): Promise<Result<LoadedCart, CartFailure>> {
  return changeOwnCart(services, cartId, async (tx, cart) => {
    const { tip } = changes;
    const isTipped = tip !== undefined && tip.kind !== "none";
    if (!isTipped && giftChoice === undefined) return ok(changes);
    const { priced, settings } = await loadCart(tx, { ...cart, ...changes }, services.now());
    const problem = isTipped ? tipProblem(tip, priced.tipBase, pricingSettings(settings)) : null;
    if (problem !== null) return fail<CartFailure>({ kind: "refused", ...problem });
    if (giftChoice === undefined) return ok(changes);
    const wrongGift = giftProblem(giftChoice, priced.freeItems);
    if (wrongGift !== null) return fail<CartFailure>({ kind: "refused", field: "gift_choice", message: wrongGift });
    return ok({ ...changes, giftChoices: { ...cart.giftChoices, [giftChoice.promotionId]: giftChoice.productId } });
  });
}

/** Why an offer cannot give what was chosen; null = it can. */
function giftProblem({ promotionId, productId }: GiftChoice, freeItems: readonly FreeItem[]): string | null {
  const given = freeItems.find((item) => item.promotionId === promotionId);
  if (given === undefined) return "Your cart has no free item from this offer at the moment.";
  return given.choices?.some((choice) => choice.productId === productId) === true
    ? null
    : "This free item cannot be had at the moment. Please choose another one.";
}

/**
 * Locks the cart, lets `work` change its items, writes what it answers, counts the version up and prices the result, all in one transaction. A
 * refusal by `work` changes nothing.
 */
async function changeOwnCart(
  services: CartServices,
  cartId: string | null,
  work: (tx: Db, cart: CartRecord) => Promise<Result<CartChanges, CartFailure>>,
): Promise<Result<LoadedCart, CartFailure>> {
  if (cartId === null) return fail(NO_SUCH_CART);
  return inTransaction(services.db, async (tx) => {
    const cart = await lockCart(tx, cartId);
    if (cart === undefined) return fail(NO_SUCH_CART);
    const done = await work(tx, cart);
    return done.ok ? ok(await answerChanged(services, tx, cart, done.value)) : done;
  });
}

async function answerChanged(
  services: CartServices,
  tx: Db,
  cart: CartRecord,
  changes: CartChanges = {},
  products?: ReadonlyMap<number, ProductForSale>,
): Promise<LoadedCart> {
  const version = await changeCart(tx, cart.id, changes);
  const items = await listCartItems(tx, cart.id);
  const loaded = await loadCart(tx, { ...cart, ...changes, version }, services.now(), undefined, { items, products });
  await rememberSeenPrices(tx, loaded, items);
  return loaded;
}

/** The answer shows these prices (and says which have changed); from now on they are the ones the customer knows. */
async function rememberSeenPrices(tx: Db, loaded: LoadedCart, items: readonly CartItemRecord[]): Promise<void> {
  if (loaded.source.id === null) return;
  const stored = new Map(items.map((item) => [item.id, item.seenUnitPrice]));
  const unseen = loaded.priced.lines.filter((line) => !line.isFreeItem && stored.get(line.id) !== line.unitPrice);
  await setSeenUnitPrices(tx, loaded.source.id, unseen);
}

function unitsOf(items: readonly CartItemRecord[], productId: number): number {
  return items.reduce((sum, item) => (item.productId === productId ? sum + item.quantity : sum), 0);
}

/** A product with hours is added only within them: now, or at the time the cart is wanted for. */
async function findClosedHours(tx: Db, product: ProductForSale, { requestedFor }: CartRecord, now: Date): Promise<CartFailure | null> {
  const { name, orderHours } = product;
  if (orderHours === null) return null;
  const { STORE_TIMEZONE } = await readSettings(tx);
  return mayBeOrderedAt(orderHours, requestedFor ?? now, STORE_TIMEZONE)
    ? null
    : { kind: "unavailable", message: notNowText(name, orderHours) };
}

function findShortage(product: ProductForSale, units: number): CartFailure | null {
  if (product.stock === null || units <= product.stock) return null;
  return {
    kind: "unavailable",
    message: product.stock === 1 ? `Only 1 ${product.name} is left.` : `Only ${product.stock} of ${product.name} are left.`,
  };
}
