import { sql } from "drizzle-orm";
import type { ErasureTools } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { simulatorKeys, simulatorObjects } from "#stripe-simulator/store/tables.ts";

const NO_ONE = JSON.stringify({ receiptEmail: null, billing: { name: null, email: null, phone: null, address: null } });

/** Payments of the simulator keep their amounts and states; the payer is erased, also from its events and stored responses. */
export const erasureTools: ErasureTools = {
  async erasePayer(tx, paymentIds) {
    const ids = sql`${sql.param(paymentIds)}::text[]`;
    const mentions = sql`body::text like any(${sql.param(paymentIds.map((id) => `%${id}%`))}::text[])`;
    const method = sql`body ->> 'methodId'`;
    await tx.execute(sql`update ${simulatorObjects} set body = body || jsonb_build_object('billing', ${NO_ONE}::jsonb -> 'billing')
      where kind = 'method' and id in (select ${method} from ${simulatorObjects}
        where (kind = 'intent' and id = any(${ids})) or (kind = 'charge' and body ->> 'intentId' = any(${ids})))`);
    await tx.execute(
      sql`update ${simulatorObjects} set body = body || ${NO_ONE}::jsonb where kind = 'charge' and body ->> 'intentId' = any(${ids})`,
    );
    await tx.execute(
      sql`update ${simulatorObjects} set body = body || '{"receiptEmail": null, "lastError": null}' where kind = 'intent' and id = any(${ids})`,
    );
    await tx.execute(sql`delete from ${simulatorObjects} where kind = 'event' and ${mentions}`);
    await tx.execute(sql`delete from ${simulatorKeys} where ${mentions}`);
  },
};
