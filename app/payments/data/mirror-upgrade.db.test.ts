import { randomBytes, randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { databaseUrl, runOnServer } from "#test/database-server.ts";

const MIGRATIONS = "db/migrations";
const serverUrl = inject("databaseServerUrl");
const name = `shopbell_test_${randomBytes(6).toString("hex")}`;
const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-migrations-"));

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

test("mirrors payments of an earlier version and lists problems", async () => {
  await runOnServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = databaseUrl(serverUrl, name);
  for (const each of readdirSync(MIGRATIONS).filter((entry) => entry < "20261122064108")) {
    cpSync(path.join(MIGRATIONS, each), path.join(folder, each), { recursive: true });
  }
  await migrateDatabase(url, folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const insert = async (order: { status: string; payment: string; intent: string | null; problem?: string; captured?: number }) => {
    const id = randomUUID();
    const facts = order.intent === null ? null : { id: order.intent, status: "requires_capture", created: 1_795_000_000, amount: 1130 };
    const isPlaced = !["awaiting_payment", "abandoned"].includes(order.status);
    await client.query(
      `insert into orders (id, number, placed_at, public_token, cart_hash, checkout_key, status, payment_state, gateway, payment_intent_id, payment_intent, payment_problem,
         fulfillment, customer_name, customer_email, customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents,
         delivery_discount_cents, tax_cents, tax_lines, is_tax_included, tip_cents, total_cents, captured_cents)
       values ($1, $2, $3, $4, 'h', $4, $5, $6, $7, $8, $9, $10, 'pickup', 'Ana', 'a@example.com', '', '', '', 1000, 0, 0, 0, 130, '[]', false, 0, 1130, $11)`,
      [
        id,
        isPlaced ? id.slice(0, 8) : null,
        isPlaced ? new Date() : null,
        id,
        order.status,
        order.payment,
        order.payment === "none" ? "none" : "simulator",
        order.intent,
        facts === null ? null : JSON.stringify(facts),
        order.problem ?? null,
        order.captured ?? 0,
      ],
    );
    return id;
  };
  const held = await insert({ status: "received", payment: "authorized", intent: "pi_held", problem: "The card could not be charged." });
  const orphan = await insert({ status: "abandoned", payment: "voided", intent: "pi_orphan" });
  const taken = await insert({ status: "accepted", payment: "captured", intent: "pi_taken", captured: 1130 });
  const unanswered = await insert({ status: "awaiting_payment", payment: "pending", intent: null });
  await insert({ status: "received", payment: "none", intent: null });

  await migrateDatabase(url, MIGRATIONS);
  const { rows } = await client.query(
    "select order_id, provider_id, wanted, received_cents, next_try_at is not null as is_due from payment_intents",
  );
  expect(new Map(rows.map(({ order_id: id, ...row }) => [id, row]))).toEqual(
    new Map([
      [held, { provider_id: "pi_held", wanted: "pay", received_cents: 0, is_due: false }],
      // Finds and releases authorizations left by earlier versions.
      [orphan, { provider_id: "pi_orphan", wanted: "void", received_cents: 0, is_due: true }],
      [taken, { provider_id: "pi_taken", wanted: "pay", received_cents: 1130, is_due: false }],
      [unanswered, { provider_id: null, wanted: "pay", received_cents: 0, is_due: false }],
    ]),
  );
  const problems = await client.query("select kind, order_id from payment_problems");
  expect(problems.rows).toEqual([{ kind: "capture_failed", order_id: held }]);
  await client.end();
});
