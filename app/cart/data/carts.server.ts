import { and, asc, eq, sql } from "drizzle-orm";
import type { CartEntry, TipChoice } from "#app/cart/domain/cart.ts";
import type { Cents } from "#app/values/money.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cartItems, carts, type CartDraft } from "./tables.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

export type { CartDraft } from "./tables.ts";

export interface CartRecord {
  readonly id: string;
  readonly fulfillment: Fulfillment;
  /** null = as soon as possible. */
  readonly requestedFor: Date | null;
  readonly postalCode: string | null;
  readonly tip: TipChoice;
  readonly couponCodes: readonly string[];
  /** Product chosen per promotion id, where an offer has several free items. */
  readonly giftChoices: Readonly<Record<string, number>>;
  readonly draft: CartDraft;
  /** Goes up with every change of what is ordered; typing at the checkout (`draft`) does not count. */
  readonly version: number;
}

export interface CartItemRecord extends CartEntry {
  readonly seenUnitPrice: Cents | null;
}

/** What a customer can change about the cart as a whole. */
export type CartChanges = Partial<Pick<CartRecord, "fulfillment" | "requestedFor" | "postalCode" | "tip" | "couponCodes" | "giftChoices">>;

const cartColumns = {
  id: carts.id,
  fulfillment: carts.fulfillment,
  requestedFor: carts.requestedFor,
  postalCode: carts.postalCode,
  tip: carts.tip,
  couponCodes: carts.couponCodes,
  giftChoices: carts.giftChoices,
  draft: carts.draft,
  version: carts.version,
};

export async function findCart(db: Db, id: string): Promise<CartRecord | undefined> {
  const [cart] = await db.select(cartColumns).from(carts).where(eq(carts.id, id));
  return cart;
}

/** The cart, locked until the transaction ends: two changes of one cart work one after the other. */
export async function lockCart(tx: Db, id: string): Promise<CartRecord | undefined> {
  const [cart] = await tx.select(cartColumns).from(carts).where(eq(carts.id, id)).for("update");
  return cart;
}

/** Makes the cart unless it is there already. */
export async function ensureCart(tx: Db, id: string): Promise<void> {
  await tx.insert(carts).values({ id }).onConflictDoNothing();
}

/** In the order they were added. */
export async function listCartItems(db: Db, cartId: string): Promise<readonly CartItemRecord[]> {
  return db
    .select({
      id: cartItems.id,
      productId: cartItems.productId,
      quantity: cartItems.quantity,
      choices: cartItems.choices,
      note: cartItems.note,
      seenUnitPrice: cartItems.seenUnitPriceCents,
    })
    .from(cartItems)
    .where(eq(cartItems.cartId, cartId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id));
}

export async function insertCartItem(tx: Db, cartId: string, entry: CartEntry, fingerprint: string): Promise<void> {
  // clock_timestamp(): several items added in one transaction still have an order.
  await tx.insert(cartItems).values({ ...entry, cartId, fingerprint, createdAt: sql`clock_timestamp()` });
}

export async function setCartItemQuantity(tx: Db, cartId: string, id: string, quantity: number): Promise<void> {
  await tx.update(cartItems).set({ quantity }).where(ownItem(cartId, id));
}

/** Replaces what the customer can edit; the line keeps its id and its place. */
export async function updateCartItem(tx: Db, cartId: string, entry: CartEntry, fingerprint: string): Promise<void> {
  const { quantity, choices, note } = entry;
  await tx.update(cartItems).set({ quantity, choices, note, fingerprint, seenUnitPriceCents: null }).where(ownItem(cartId, entry.id));
}

/** False when the cart has no such item (any more). */
export async function deleteCartItem(tx: Db, cartId: string, id: string): Promise<boolean> {
  const gone = await tx.delete(cartItems).where(ownItem(cartId, id)).returning({ id: cartItems.id });
  return gone.length > 0;
}

/** Remembers the unit prices the customer has now been shown, so that the next pricing can say what has changed since. */
export async function setSeenUnitPrices(
  tx: Db,
  cartId: string,
  prices: readonly { readonly id: string; readonly unitPrice: Cents }[],
): Promise<void> {
  for (const { id, unitPrice } of prices) await tx.update(cartItems).set({ seenUnitPriceCents: unitPrice }).where(ownItem(cartId, id));
}

/** Applies changes and counts the version up, also when only items have changed; answers the new version. */
export async function changeCart(tx: Db, id: string, changes: CartChanges = {}): Promise<number> {
  const { couponCodes, ...rest } = changes;
  const [row] = await tx
    .update(carts)
    .set({
      ...rest,
      ...(couponCodes === undefined ? {} : { couponCodes: [...couponCodes] }),
      version: sql`${carts.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(carts.id, id))
    .returning({ version: carts.version });
  if (row === undefined) throw new Error("a cart vanished while it was locked");
  return row.version;
}

/** Keeps what was typed at the checkout. Not a change of the cart. */
export async function saveCartDraft(tx: Db, id: string, draft: CartDraft): Promise<void> {
  await tx
    .update(carts)
    .set({ draft, updatedAt: sql`now()` })
    .where(eq(carts.id, id));
}

/** After the order was received: no items, codes, chosen gifts, tip or time; who the customer is stays for the next order. */
export async function emptyCart(tx: Db, id: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.cartId, id));
  await changeCart(tx, id, { couponCodes: [], giftChoices: {}, tip: { kind: "none" }, requestedFor: null });
}

function ownItem(cartId: string, id: string) {
  return and(eq(cartItems.cartId, cartId), eq(cartItems.id, id));
}
