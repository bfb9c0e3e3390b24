import { and, count, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import type { CurrencyUses } from "#app/store/domain/currency-change.ts";

const OPEN = ["awaiting_payment", "received", "accepted", "preparing", "ready", "out_for_delivery"] as const;

/** What would be left in the old currency. Call it under the lock of the settings. */
export async function countCurrencyUses(tx: Db): Promise<CurrencyUses> {
  const [[open], [fixed]] = await Promise.all([
    tx
      .select({ total: count() })
      .from(orders)
      .where(
        or(inArray(orders.status, [...OPEN]), inArray(orders.paymentState, ["pending", "authorized"]), isNotNull(orders.pendingAction)),
      ),
    tx
      .select({ total: count() })
      .from(promotions)
      .where(
        and(
          ne(promotions.status, "archived"),
          or(sql`${promotions.endsAt} is null`, sql`${promotions.endsAt} > now()`),
          or(isNotNull(promotions.capCents), isNotNull(promotions.budgetCents), hasAmount, hasSpendCondition),
        ),
      ),
  ]);
  return { orders: open?.total ?? 0, promotions: fixed?.total ?? 0 };
}

/** The names of all money fields of actions; tiers hold amounts where their unit is "amount". */
const hasAmount = sql`(${promotions.actionParams} ->> 'unit' = 'amount' or jsonb_path_exists(${promotions.actionParams}, '$.**.amount ? (@ != null)')
  or jsonb_path_exists(${promotions.actionParams}, '$.**.price ? (@ != null)') or jsonb_path_exists(${promotions.actionParams}, '$.**.spend ? (@ != null)'))`;
const hasSpendCondition = sql`jsonb_path_exists(${promotions.condition}, '$.**.type ? (@ == "subtotal")')`;
