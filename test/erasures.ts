import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { saveCartDraft } from "#app/cart/data/carts.server.ts";
import { addCartItem, getCart, updateCart } from "#app/cart/workflows/change-cart.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import * as detail from "#app/routes/admin/customers/detail.tsx";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { insertProduct, insertTemplate, linkTemplate } from "./catalogue.ts";
import { checkoutOf } from "./checkouts.ts";
import { openTestShop } from "./shop.ts";
import { openStaffPages } from "./staff-pages.ts";

/* A shop whose customer is to be erased, and the places where the customer's data is stored. */

export const ANA = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };

/** Words that occur nowhere else in the database. */
export const WORDS = {
  name: "Quillfeather",
  email: "quillmail",
  otherEmail: "quillother",
  phone: "4165550187",
  spacedPhone: "555 0187",
  otherPhone: "4165559187",
  street: "Quillstreet",
  city: "Quilltown",
  postalCode: "M5V 9Q9",
  instructions: "quilldoor",
  allergy: "quillnut",
  lineNote: "quillsauce",
  written: "quillbirthday",
  draft: "quilldraft",
  abandoned: "quillattempt",
  review: "quilltasty",
  reply: "quillreply",
  staffNote: "quillregular",
  staffAllergy: "quillmilk",
  tag: "quilltag",
  blocked: "quillblocked",
  consent: "quillconsent",
  orderNote: "quilltimeline",
  message: "quillmessage",
  refund: "quillcold",
  cancel: "quillcancel",
  discount: "quilldiscount",
} as const;

export const EMAIL = `${WORDS.email}+shop@Example.com`;
export const OTHER_EMAIL = `${WORDS.otherEmail}@example.com`;
export const CUSTOMER = { name: `Nora ${WORDS.name}`, email: EMAIL, phone: `+1 416 ${WORDS.spacedPhone}` };
const ADDRESS = {
  street: `1 ${WORDS.street}`,
  unit: "",
  city: WORDS.city,
  province: "Ontario",
  postalCode: WORDS.postalCode,
  country: "Canada",
};

export async function openErasureShop() {
  const shop = await openTestShop({ storesPayments: true });
  const { services } = shop;
  const { db } = services;
  // As in a shop; test databases have it disabled.
  await db.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
  const changes = { ENABLE_DELIVERY: true, ORDER_EMAIL_RECIPIENT: "owner@example.com" };
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, changes, { userId: 1, userName: "Ana" }));
  const ana = openStaffPages(services, "Ana");
  const productId = await insertProduct(db, { name: "Cake" });
  const template = await insertTemplate(db, { kind: "text", title: "Writing", maxLength: 40 }, []);
  await linkTemplate(db, productId, template.id);

  /** For each word, the number of database columns and the files that contain it. */
  async function findWords(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const columns = await db.execute<{ at: string; type: string; schema: string; name: string; column: string }>(
      sql`select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) as at, c.data_type as type,
            c.table_schema as schema, c.table_name as name, c.column_name as column
          from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
          where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
            and (c.data_type in ('text', 'character varying', 'character', 'name', 'json', 'jsonb', 'bytea', 'xml', 'ARRAY', 'tsvector', 'USER-DEFINED'))`,
      "objects",
    );
    const found = new Map<string, string[]>(words.map((word) => [word, []]));
    for (const { at, type, schema, name, column } of columns) {
      const value = type === "bytea" ? sql`encode(${sql.identifier(column)}, 'escape')` : sql`${sql.identifier(column)}::text`;
      const hits = await db.execute<{ sought: string }>(
        sql`select sought from unnest(${sql.param(words)}::text[]) as words (sought)
            where exists (select from ${sql.identifier(schema)}.${sql.identifier(name)} where ${value} ilike '%' || sought || '%')`,
        "objects",
      );
      for (const { sought } of hits) found.get(sought)?.push(at);
    }
    for (const file of readdirSync(services.env.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
      const text = readFileSync(path.join(file.parentPath, file.name), "latin1").toLowerCase();
      for (const word of words) if (text.includes(word.toLowerCase())) found.get(word)?.push(file.name);
    }
    return found;
  }

  const act = async (orderId: string, command: OrderCommand) => {
    const answer = await applyOrderEvent(services, { orderId, version: null, actor: staffActor(ANA), command });
    expect(answer.kind, command.event).toBe("done");
  };

  async function fillCart(): Promise<string> {
    const choices = [{ templateId: template.id, optionId: null, quantity: 1, text: WORDS.written }];
    const added = await addCartItem(services, null, { productId, quantity: 1, choices, note: WORDS.lineNote });
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    return added.value.source.id ?? "";
  }

  /** A delivery order of the customer, paid with their name on the card unless `isPaid` is false. */
  async function place(email: string, phone = CUSTOMER.phone, isPaid = true, instructions: string = WORDS.instructions): Promise<string> {
    const cartId = await fillCart();
    await updateCart(services, cartId, { fulfillment: "delivery", postalCode: WORDS.postalCode });
    // The offer for named customers needs the email address.
    await saveCartDraft(db, cartId, { email });
    const total = (await getCart(services, cartId)).priced.finalTotal;
    const result = await placeOrder(services, {
      ...checkoutOf(cartId, total),
      customer: { ...CUSTOMER, email, phone },
      fulfillment: "delivery",
      address: ADDRESS,
      instructions,
      allergyNote: WORDS.allergy,
    });
    if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result)}`);
    const [order] = await db.select().from(orders).where(eq(orders.publicToken, result.placed.orderToken));
    const id = order?.id ?? "";
    if (!isPaid) return id;
    const secret = result.placed.clientSecret ?? "";
    const body = new URLSearchParams({
      key: SIMULATOR_PUBLISHABLE_KEY,
      client_secret: secret,
      receipt_email: email,
      "payment_method_data[type]": "card",
      "payment_method_data[card][token]": "tok_visa",
      "payment_method_data[billing_details][name]": CUSTOMER.name,
      "payment_method_data[billing_details][email]": email,
      "payment_method_data[billing_details][phone]": CUSTOMER.phone,
    });
    const confirmed = await fetch(`${shop.simulator.apiUrl}/v1/payment_intents/${secret.split("_secret")[0]}/confirm`, {
      method: "POST",
      body,
    });
    expect(confirmed.status, await confirmed.clone().text()).toBe(200);
    await settleOrder(services, id);
    return id;
  }

  const customerOf = async (orderId: string) =>
    (await db.select({ id: orders.customerId }).from(orders).where(eq(orders.id, orderId)))[0]?.id ?? 0;
  const editCustomer = (id: number, over: Record<string, string>) => ana.edit(detail, `/admin/customers/${id}`, over, { id: String(id) });
  return { shop, ana, productId, findWords, act, fillCart, place, customerOf, editCustomer };
}
