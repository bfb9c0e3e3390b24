import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import type { Cents } from "#app/values/money.ts";
import { contactsOfCustomer } from "./customer-contacts.server.ts";
import type { CustomerKeys } from "./promotions.server.ts";
import { promotionUses } from "./tables.ts";

export interface UseWanted {
  readonly promotionId: number;
  readonly couponCodeId: number | null;
  readonly amount: Cents;
}

/** The statement that stores the order's uses of promotions (at least one) as held. The caller has locked every promotion and code with a limit. */
export function holdUses(orderId: string, { emailKey, phoneKey }: CustomerKeys, uses: readonly UseWanted[]): SQL {
  const held = uses.map(({ promotionId, couponCodeId, amount }) => ({ promotionId, couponCodeId, amountCents: amount }));
  return insertSet(
    promotionUses,
    held.map((use) => ({ ...use, orderId, emailKey, phoneKey, state: "held" as const })),
  );
}

export type UseState = "held" | "redeemed" | "released";

/** The statement that moves the uses of an order from one of the states `from`; `promotionIds` = only the uses of these. */
export function moveUses(orderId: string, from: readonly UseState[], to: UseState, promotionIds?: readonly number[]): SQL {
  const only = promotionIds === undefined ? sql`` : sql` and promotion_id = any(${sql.param([...promotionIds])}::int[])`;
  return sql`update ${promotionUses} set state = ${to} where order_id = ${orderId} and state = any(${sql.param([...from])}::text[])${only}`;
}

/** After an order became smaller: stores the new discount of each promotion, and releases the uses of those without one. */
export async function correctUses(
  tx: Db,
  orderId: string,
  applied: readonly { readonly promotionId: number; readonly amount: Cents }[],
): Promise<void> {
  for (const { promotionId } of await listUses(tx, orderId)) {
    const amount = applied.filter((each) => each.promotionId === promotionId).reduce((sum, each) => sum + each.amount, 0);
    await tx
      .update(promotionUses)
      .set(amount === 0 ? { state: "released" } : { amountCents: amount })
      .where(and(eq(promotionUses.orderId, orderId), eq(promotionUses.promotionId, promotionId)));
  }
}

export async function listUses(
  db: Db,
  orderId: string,
): Promise<readonly { readonly promotionId: number; readonly couponCodeId: number | null; readonly state: UseState }[]> {
  return db
    .select({ promotionId: promotionUses.promotionId, couponCodeId: promotionUses.couponCodeId, state: promotionUses.state })
    .from(promotionUses)
    .where(eq(promotionUses.orderId, orderId));
}

/**
 * The promotions of this order whose limits are exceeded, the order's own uses included. Requires the locks of `lockPromotions`: then the
 * statement sees every committed use, and no other transaction can add one.
 */
export async function listExceededPromotions(tx: Db, orderId: string): Promise<readonly number[]> {
  const counted = sql`u.state in ('held', 'redeemed')`;
  const contacts = contactsOfCustomer(sql`own.email_key`, sql`own.phone_key`);
  const sameCustomer = sql`((own.email_key <> '' and u.email_key = own.email_key) or (own.phone_key <> '' and u.phone_key = own.phone_key)
          or u.email_key = any(${contacts}) or u.phone_key = any(${contacts}))`;
  const rows = await tx.execute<{ id: number }>(
    sql`select distinct own.promotion_id as id
        from promotion_uses own
        join promotions p on p.id = own.promotion_id
        left join coupon_codes c on c.id = own.coupon_code_id
        where own.order_id = ${orderId} and own.state in ('held', 'redeemed') and (
          (p.total_uses is not null and p.total_uses < (select count(*) from promotion_uses u where u.promotion_id = p.id and ${counted}))
          or (p.budget_cents is not null and p.budget_cents < (select sum(u.amount_cents) from promotion_uses u where u.promotion_id = p.id and ${counted}))
          or (p.per_customer_uses is not null and p.per_customer_uses < (select count(*) from promotion_uses u where u.promotion_id = p.id and ${counted} and ${sameCustomer}))
          or (c.max_uses is not null and c.max_uses < (select count(*) from promotion_uses u where u.coupon_code_id = c.id and ${counted}))
          or (c.per_customer_uses is not null and c.per_customer_uses < (select count(*) from promotion_uses u where u.coupon_code_id = c.id and ${counted} and ${sameCustomer}))
        )
        order by id`,
    "objects",
  );
  return rows.map((row) => row.id);
}
