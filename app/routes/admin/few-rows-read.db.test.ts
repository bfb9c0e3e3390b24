import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listFailedMailIds } from "#app/mail/data/mail-outbox.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { listBestsellers } from "#app/orders/data/figures/bestsellers.server.ts";
import { findFirstPlaced } from "#app/orders/data/figures/order-facts.server.ts";
import { countAudits, hasOwnPassword, recordAudit } from "#app/staff/data/history.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { rowsRead } from "#test/rows-read.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db } = await createTestDatabase();
const NOW = new Date("2026-11-20T22:15:00Z");

// Each of these is asked with many pages, also in a shop with a million orders, emails and acts.

test("counting failed emails reads no sent ones", async () => {
  const mails = Array.from({ length: 20 }, (_, index) => ({
    id: randomUUID(),
    kind: "order_received",
    recipient: "ana@example.com",
    dedupeKey: randomUUID(),
    status: index === 7 ? ("failed" as const) : ("sent" as const),
  }));
  await db.insert(mailOutbox).values(mails);
  const filter = { q: "", kind: "", status: "" } as const;
  expect(await listFailedMailIds(db, filter, 100)).toEqual([mails[7]?.id]);
  expect(await rowsRead(db, "mail_outbox", (tx) => listFailedMailIds(tx, filter, 100))).toBe(1);
});

test("history queries read no entries of other kinds", async () => {
  const act = { userId: 1, userName: "Ana", subject: "order A-001" };
  for (let index = 0; index < 20; index += 1) await recordAudit(db, { ...act, action: "accept-order" });
  await recordAudit(db, { ...act, action: "create-user", subject: "user 1" });
  await recordAudit(db, { ...act, action: "delete-order" });
  expect(await rowsRead(db, "audit_log", (tx) => hasOwnPassword(tx, 1))).toBe(1);
  expect(await rowsRead(db, "audit_log", (tx) => countAudits(tx, "delete-order", addMinutes(new Date(), -60)))).toBe(1);
});

test("bestsellers read only the newest orders, the first order no others", async () => {
  const { order } = await storeOrder(db, { placedAt: NOW });
  await db.execute(sql`
    insert into orders (id, number, business_date, public_token, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email,
      customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included,
      tip_cents, total_cents, placed_at)
    select gen_random_uuid(), 'B-' || g, business_date, 'B-' || g, cart_hash, 'B-' || g, status, payment_state, gateway, fulfillment, customer_name, customer_email,
      customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included,
      tip_cents, total_cents, placed_at + g * interval '1 minute'
    from orders, generate_series(1, 600) g`);
  expect(await rowsRead(db, "orders", listBestsellers)).toBe(500);
  expect(await findFirstPlaced(db)).toEqual(order.placedAt);
  expect(await rowsRead(db, "orders", (tx) => findFirstPlaced(tx))).toBe(1);
});
