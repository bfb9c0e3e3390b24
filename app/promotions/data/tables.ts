import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Condition, PromotionStatus, ScheduleWindow } from "#app/promotions/domain/promotion.ts";
import { orders } from "#app/orders/data/tables.ts";
import { instant, createdAt, updatedAt, version, id } from "#app/platform/db/columns.ts";

export const promotions = pgTable("promotions", {
  id: id(),
  name: text("name").notNull(),
  title: text("title").notNull(),
  description: text("description").notNull().default(""),
  status: text("status").$type<PromotionStatus>().notNull().default("draft"),
  trigger: text("trigger").$type<"automatic" | "coupon">().notNull(),
  startsAt: instant("starts_at"),
  endsAt: instant("ends_at"),
  schedule: jsonb("schedule").$type<readonly ScheduleWindow[]>().notNull().default([]),
  condition: jsonb("condition").$type<Condition>().notNull(),
  actionKind: text("action_kind").notNull(),
  actionParams: jsonb("action_params").notNull(),
  capCents: integer("cap_cents"),
  stackingGroup: text("stacking_group"),
  isExclusive: boolean("is_exclusive").notNull().default(false),
  priority: integer("priority").notNull().default(0),
  totalUses: integer("total_uses"),
  perCustomerUses: integer("per_customer_uses"),
  budgetCents: integer("budget_cents"),
  /** Hash of the Idempotency-Key and of the body of the API call that added it; null: added by a staff member. */
  callKey: text("call_key").unique(),
  callHash: text("call_hash"),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const couponSets = pgTable(
  "coupon_sets",
  {
    id: id(),
    name: text("name").notNull(),
    promotionId: integer("promotion_id")
      .notNull()
      .references(() => promotions.id, { onDelete: "restrict" }),
    /** Its codes unlock nothing but stay reserved: a printed code must not unlock another offer. */
    deletedAt: instant("deleted_at"),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index("coupon_sets_promotion_idx").on(t.promotionId)],
);

export const couponCodes = pgTable(
  "coupon_codes",
  {
    id: id(),
    couponSetId: integer("coupon_set_id")
      .notNull()
      .references(() => couponSets.id, { onDelete: "cascade" }),
    code: text("code").notNull(),
    /** domain/coupons.ts normalizeCode(code): the value that customers' input is compared with. */
    normalizedCode: text("normalized_code").notNull().unique(),
    maxUses: integer("max_uses"),
    perCustomerUses: integer("per_customer_uses"),
    expiresAt: instant("expires_at"),
    status: text("status").$type<"active" | "revoked">().notNull().default("active"),
    createdAt: createdAt(),
  },
  (t) => [index("coupon_codes_set_idx").on(t.couponSetId)],
);

/** A use of a promotion by one order: held on checkout submit, redeemed when received, released when the order ends without a purchase. */
export const promotionUses = pgTable(
  "promotion_uses",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    promotionId: integer("promotion_id")
      .notNull()
      .references(() => promotions.id, { onDelete: "restrict" }),
    couponCodeId: integer("coupon_code_id").references(() => couponCodes.id, { onDelete: "set null" }),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** Normalised email and phone of the customer. */
    emailKey: text("email_key").notNull(),
    phoneKey: text("phone_key").notNull().default(""),
    amountCents: integer("amount_cents").notNull(),
    state: text("state").$type<"held" | "redeemed" | "released">().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("promotion_uses_order_key").on(t.orderId, t.promotionId),
    index("promotion_uses_promotion_idx").on(t.promotionId, t.state),
    index("promotion_uses_code_idx").on(t.couponCodeId, t.state),
    index("promotion_uses_email_idx").on(t.emailKey),
  ],
);
