import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TipChoice } from "#app/cart/domain/cart.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import type { SeenWeight } from "#app/catalogue/domain/weight/steps.ts";
import { instant, createdAt, updatedAt, version, textList } from "#app/platform/db/columns.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

/** The checkout draft, kept over reloads. */
export interface CartDraft {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Partial<DeliveryAddress>;
  readonly instructions?: string;
  readonly allergyNote?: string;
  /** The confirmed unusual postal code. */
  readonly keptPostalCode?: string;
  /** The box for marketing emails is ticked; not kept for a later order. */
  readonly wantsNews?: true;
}

export const carts = pgTable(
  "carts",
  {
    id: uuid("id").primaryKey(),
    fulfillment: text("fulfillment").$type<Fulfillment>().notNull().default("pickup"),
    requestedFor: instant("requested_for"),
    postalCode: text("postal_code"),
    tip: jsonb("tip").$type<TipChoice>().notNull().default({ kind: "none" }),
    /** As typed, in the order they were added. */
    couponCodes: textList("coupon_codes"),
    /** Chosen gift (product id) by promotion id. */
    giftChoices: jsonb("gift_choices").$type<Readonly<Record<string, number>>>().notNull().default({}),
    draft: jsonb("draft").$type<CartDraft>().notNull().default({}),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("carts_updated_idx").on(t.updatedAt)],
);

export const cartItems = pgTable(
  "cart_items",
  {
    id: uuid("id").primaryKey(),
    cartId: uuid("cart_id")
      .notNull()
      .references(() => carts.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
    choices: jsonb("choices").$type<readonly Choice[]>().notNull().default([]),
    note: text("note").notNull().default(""),
    /** domain/customization.ts choicesFingerprint: equal fingerprints are one line. */
    fingerprint: text("fingerprint").notNull(),
    seenUnitPriceCents: integer("seen_unit_price_cents"),
    /** Of a product sold by weight: the weight of one step when last displayed. */
    seenWeight: jsonb("seen_weight").$type<SeenWeight>(),
    createdAt: createdAt(),
  },
  (t) => [
    index("cart_items_product_idx").on(t.productId),
    uniqueIndex("cart_items_fingerprint_key").on(t.cartId, t.fingerprint),
    check("cart_items_quantity_range", sql`${t.quantity} between 1 and 99`),
  ],
);

/** Products bought together recently, computed by a job. */
export const boughtTogether = pgTable(
  "bought_together",
  {
    productId: integer("product_id").notNull(),
    otherId: integer("other_id").notNull(),
    /** Orders that contained both. */
    orders: integer("orders").notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.otherId] })],
);
