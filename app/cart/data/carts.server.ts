import { and, eq, sql, type SQL } from "drizzle-orm";
import type { CartEntry, TipChoice } from "#app/cart/domain/cart.ts";
import type { SeenWeight } from "#app/catalogue/domain/weight/steps.ts";
import type { Cents } from "#app/values/money.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import { CHANGE_VERSION, forgetUnless } from "#app/platform/db/cached.server.ts";
import { OPEN_CHECKOUTS, orderOfAttempt, type OpenCheckoutSeen } from "./orders-seen.server.ts";
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
  /** Chosen gift (product id) per promotion id. */
  readonly giftChoices: Readonly<Record<string, number>>;
  readonly draft: CartDraft;
  /** Incremented by every change of the order; checkout drafts (`draft`) do not count. */
  readonly version: number;
}

export interface CartItemRecord extends CartEntry {
  readonly seenUnitPrice: Cents | null;
  readonly seenWeight?: SeenWeight | null;
}

/** A cart with its related rows, as one snapshot. */
export interface WholeCart extends CartRecord {
  /** In the order they were added. */
  readonly items: readonly CartItemRecord[];
  /** Unfinished checkouts of this cart, oldest first. */
  readonly checkouts: readonly OpenCheckoutSeen[];
  /** Changes with every write of the row, even if the version stays. */
  readonly mark: string;
}

/** Customer-editable fields of a cart. */
export type CartChanges = Partial<Pick<CartRecord, "fulfillment" | "requestedFor" | "postalCode" | "tip" | "couponCodes" | "giftChoices">>;

export const cartColumns = {
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

/** The cart's items in order of adding, as one SQL expression. */
export function itemsOfCart(cartId: SQL): SQL<readonly CartItemRecord[]> {
  return sql<readonly CartItemRecord[]>`(
    select coalesce(json_agg(json_build_object('id', i.id, 'productId', i.product_id, 'quantity', i.quantity, 'choices', i.choices, 'note', i.note,
      'seenUnitPrice', i.seen_unit_price_cents, 'seenWeight', i.seen_weight) order by i.created_at, i.id), '[]')
    from ${cartItems} i where i.cart_id = ${cartId})`;
}

const wholeCart = {
  ...cartColumns,
  mark: sql<string>`${carts}.xmin::text`,
  items: itemsOfCart(sql`${carts}.id`),
  checkouts: OPEN_CHECKOUTS,
};

/** Reads cart, items and open checkouts in one statement without locks. */
export async function findWholeCart(db: Db, id: string): Promise<WholeCart | undefined> {
  const [cart] = await wholeCartById(db, { id });
  return cart;
}

const wholeCartById = preparedQuery("whole_cart_by_id", (db) =>
  db
    .select(wholeCart)
    .from(carts)
    .where(eq(carts.id, sql.placeholder("id"))),
);

/** The same for a checkout, with the order of this attempt (`orderId`). The same statement compares the cache version. */
export async function findCartToOrder(
  tx: Db,
  id: string,
  checkoutKey: string,
): Promise<{ readonly cart: WholeCart; readonly orderId: string | null } | undefined> {
  const [row] = await cartToOrder(tx, { id, checkoutKey });
  if (row === undefined) return undefined;
  const { cacheVersion, orderId, ...cart } = row;
  forgetUnless(tx, cacheVersion);
  return { cart, orderId };
}

const cartToOrder = preparedQuery("cart_to_order", (db) =>
  db
    .select({ ...wholeCart, orderId: orderOfAttempt(sql.placeholder("checkoutKey")), cacheVersion: CHANGE_VERSION })
    .from(carts)
    .where(eq(carts.id, sql.placeholder("id"))),
);

/** Written by the checkout before pricing; `version` is the new one. */
export type CheckoutChoices = Pick<CartRecord, "fulfillment" | "requestedFor" | "postalCode" | "tip" | "draft" | "version">;

/** Writes and thereby locks the cart until the transaction ends. False if the row changed since it was read (`mark`). */
export async function writeCheckoutChoices(
  tx: Db,
  { id, mark }: Pick<WholeCart, "id" | "mark">,
  choices: CheckoutChoices,
): Promise<boolean> {
  const written = await tx
    .update(carts)
    .set({ ...choices, updatedAt: sql`now()` })
    .where(and(eq(carts.id, id), sql`${carts}.xmin = ${mark}::xid`))
    .returning({ id: carts.id });
  return written.length > 0;
}

/** The locked cart, so that changes are serialized. */
export async function lockCart(tx: Db, id: string): Promise<CartRecord | undefined> {
  const [cart] = await tx.select(cartColumns).from(carts).where(eq(carts.id, id)).for("update");
  return cart;
}

/** Makes the cart unless it is there already. */
export async function ensureCart(tx: Db, id: string): Promise<void> {
  await tx.insert(carts).values({ id }).onConflictDoNothing();
}

/** An item as it is written. */
export interface CartItemToWrite extends CartItemRecord {
  readonly fingerprint: string;
}

const ITEM_ROWS = sql`(id uuid, "productId" integer, quantity integer, choices jsonb, note text, fingerprint text, "seenUnitPrice" integer, "seenWeight" jsonb)`;

const ITEM_COLUMNS = sql`id, cart_id, product_id, quantity, choices, note, fingerprint, seen_unit_price_cents, seen_weight, created_at`;
const ITEM_VALUES = sql`item."productId", item.quantity, item.choices, item.note, item.fingerprint, item."seenUnitPrice", item."seenWeight", clock_timestamp()`;

function rowsOf(items: readonly CartItemToWrite[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item ${ITEM_ROWS}`;
}

/** Creates a cart with its first items in one statement. False if it exists; nothing is written then. */
export async function insertCart(db: Db, id: string, items: readonly CartItemToWrite[]): Promise<boolean> {
  const made = await db.execute(
    sql`with made as (insert into ${carts} (id) values (${id}) on conflict do nothing returning id)
        insert into ${cartItems} (${ITEM_COLUMNS})
        select item.id, made.id, ${ITEM_VALUES}
        from made, ${rowsOf(items)} returning id`,
    "objects",
  );
  return made.length > 0;
}

/** The changes to a cart that was read before. */
export interface CartWrite {
  /** The new state; its `version` is the one read. */
  readonly cart: CartRecord;
  /** New and changed items; new ones are appended. */
  readonly upserts: readonly CartItemToWrite[];
  readonly deletes: readonly string[];
}

/**
 * Named statement parts that write a cart and increment its version. "cart" is empty if the version changed, and then nothing is written. Removed
 * items are deleted first, because fingerprints are unique per cart.
 */
export function cartWrites({ cart, upserts, deletes }: CartWrite): Readonly<Record<"cart" | "deletes" | "upserts", SQL>> {
  const { id, fulfillment, requestedFor, postalCode, tip, couponCodes, giftChoices, version } = cart;
  return {
    cart: sql`
      update ${carts} set fulfillment = ${fulfillment}, requested_for = ${requestedFor?.toISOString() ?? null}, postal_code = ${postalCode},
        tip = ${JSON.stringify(tip)}::jsonb, coupon_codes = ${sql.param([...couponCodes])}::text[], gift_choices = ${JSON.stringify(giftChoices)}::jsonb,
        version = version + 1, updated_at = now()
      where id = ${id} and version = ${version} returning id`,
    deletes: sql`
      delete from ${cartItems} using cart where cart_id = cart.id and ${cartItems}.id = any(${sql.param([...deletes])}::uuid[]) returning cart.id`,
    upserts: sql`
      insert into ${cartItems} (${ITEM_COLUMNS})
      select item.id, cart.id, ${ITEM_VALUES}
      from cart, ${rowsOf(upserts)} where (select count(*) from deletes) >= 0
      on conflict (id) do update set quantity = excluded.quantity, choices = excluded.choices, note = excluded.note,
        fingerprint = excluded.fingerprint, seen_unit_price_cents = excluded.seen_unit_price_cents, seen_weight = excluded.seen_weight`,
  };
}

/** For statements with `cartWrites`: whether the cart is written. */
export const isCartWritten = sql`exists (select 1 from cart)`;

/** Writes a cart in one statement. False if it changed since it was read. */
export async function writeCart(db: Db, write: CartWrite): Promise<boolean> {
  const { cart, deletes, upserts } = cartWrites(write);
  const written = await db.execute(
    sql`with cart as (${cart}), deletes as (${deletes}), upserts as (${upserts}) select id from cart`,
    "objects",
  );
  return written.length > 0;
}

/** Updates a locked cart and increments its version, also if only items changed; returns the new version. */
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

/** Stores the checkout draft. Not a change of the cart. */
export async function saveCartDraft(tx: Db, id: string, draft: CartDraft): Promise<void> {
  await tx
    .update(carts)
    .set({ draft, updatedAt: sql`now()` })
    .where(eq(carts.id, id));
}
