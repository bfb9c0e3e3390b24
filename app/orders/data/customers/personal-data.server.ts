import { sql, type SQL } from "drizzle-orm";
import { carts } from "#app/cart/data/tables.ts";
import { reviews } from "#app/content/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { ERASED_AUTHOR, ERASED_EMAIL, ERASED_NAME, ERASED_SUBJECT, ERASED_TEXT } from "#app/orders/domain/customers/customer-erasure.ts";
import { orderEvents, orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { paymentIntents, paymentProblems } from "#app/payments/data/tables.ts";
import { escapeLike } from "#app/platform/db/escape-like.ts";
import { promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { auditLog, rateLimits } from "#app/staff/data/tables.ts";
import { connections } from "#app/store/data/tables.ts";
import type { Person } from "./person.server.ts";
import { customers, myOrdersAccess } from "./tables.ts";

/* The registry of personal data of customers (docs/rules/privacy.md): every text and JSON column of the database is in one of the two lists. */

/** A table with personal data of customers. */
interface PersonalTable {
  /** Columns with personal data. */
  readonly personal: string;
  /** The other text and JSON columns. */
  readonly other: string;
  /** Statements that erase a person from it. Empty: rows are deleted with their owner, or their module erases them. */
  readonly erase: readonly ((person: Person) => SQL)[];
}

/** In the order of erasing: customers last, because their row is the lock. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  order_items: {
    personal: "note options choices",
    other: "name kitchen_name image_url variants_taken weight",
    erase: [
      (person) => sql`update ${orderItems} set note = '', options = ${withoutTexts("options")}, choices = ${withoutTextChoices("choices")}
        where order_id = any(${ofOrders(person)})`,
    ],
  },
  order_events: {
    personal: "actor_name data",
    other: "actor event from_status to_status",
    erase: [
      (
        person,
      ) => sql`update ${orderEvents} set actor_name = case when actor = 'guest' then '' else actor_name end, data = ${numbersOf("data")}
        where order_id = any(${ofOrders(person)})`,
    ],
  },
  refunds: {
    personal: "reason",
    other: "status provider_refund_id item_ids user_name item_quantities",
    erase: [(person) => sql`update ${refunds} set reason = '' where order_id = any(${ofOrders(person)})`],
  },
  payment_intents: {
    personal: "card last_error",
    other: "gateway idempotency_key wanted provider_id status",
    erase: [(person) => sql`update ${paymentIntents} set card = null, last_error = null where order_id = any(${ofOrders(person)})`],
  },
  payment_problems: {
    personal: "what told settlement",
    other: "kind intent_id settled_by",
    erase: [
      (person) => sql`update ${paymentProblems} set what = ${ERASED_TEXT}, told = '', settlement = ${ERASED_TEXT}
        where order_id = any(${ofOrders(person)}) or intent_id = any(${texts(person.paymentIds)})`,
    ],
  },
  mail_outbox: {
    personal: "recipient dedupe_key data last_error subject html plain_text",
    other: "kind status transport",
    erase: [
      // All emails about their orders, including staff's copies. Not by recipient: that may be the shop's own address, which gets every order.
      (person) => sql`delete from ${mailOutbox} where order_id = any(${ofOrders(person)})`,
      (person) => sql`delete from ${mailOutbox} where kind = ${MY_ORDERS_MAIL} and recipient = any(${texts(person.emails)})`,
    ],
  },
  carts: {
    personal: "postal_code draft",
    other: "fulfillment tip coupon_codes gift_choices",
    erase: [(person) => sql`delete from ${carts} where id = any(${sql.param(person.cartIds)}::uuid[])`],
  },
  cart_items: { personal: "choices note fingerprint", other: "seen_weight", erase: [] },
  rate_limits: {
    personal: "key",
    other: "",
    erase: [(person) => sql`delete from ${rateLimits} where key like any(${texts(person.cartIds.map((id) => `%${id}%`))})`],
  },
  reviews: {
    personal: "author_name body reply",
    other: "status spam_sign",
    erase: [
      (person) => sql`update ${reviews} set author_name = ${ERASED_AUTHOR}, body = '', reply = '', version = version + 1, updated_at = now()
        where id = any(${sql.param(person.reviewIds)}::int[])`,
    ],
  },
  promotion_uses: {
    personal: "email_key phone_key",
    other: "state",
    erase: [(person) => sql`update ${promotionUses} set email_key = '', phone_key = '' where order_id = any(${ofOrders(person)})`],
  },
  promotions: {
    // The hash covers the API call's body, including the email addresses of its condition.
    personal: "condition call_hash",
    other: "name title description status trigger schedule action_kind action_params stacking_group call_key",
    erase: [
      (person) => sql`update ${promotions} set condition = ${withoutEmails("condition", person)}, call_hash = null, version = version + 1
        where condition::text like any(${patternsOf(person)})`,
    ],
  },
  audit_log: {
    personal: "subject before after",
    other: "user_name action subject_kind subject_ids",
    erase: [
      // Without a kind and states, an entry cannot be undone.
      (person) => sql`update ${auditLog} set subject = ${ERASED_SUBJECT}, before = null, after = null, subject_kind = null
        where subject_kind = 'customer' and subject_ids && ${texts(person.ids)}`,
      (person) => sql`update ${auditLog} set before = ${withoutStates("before", person)}, after = ${withoutStates("after", person)},
          subject = case when cardinality(subject_ids) = 1 then ${ERASED_SUBJECT} else subject end,
          subject_ids = array(select id from unnest(subject_ids) as id where id <> all(${texts(person.reviewIds)}))
        where subject_kind = 'review' and subject_ids && ${texts(person.reviewIds)}`,
      (person) => sql`update ${auditLog} set before = ${numbersOf("before")}, after = ${numbersOf("after")}
        where subject = any(${texts([...person.orderIds.map((id) => `order ${id}`), ...person.paymentIds.map((id) => `payment ${id}`)])})`,
      (person) => sql`update ${auditLog} set before = ${withoutEmails("before", person)}, after = ${withoutEmails("after", person)}
        where subject_kind in ('promotion', 'configuration') and concat(before, after) like any(${patternsOf(person)})`,
    ],
  },
  connections: {
    personal: "reason",
    other: "service key_mark state",
    erase: [
      (person) =>
        sql`update ${connections} set reason = ${ERASED_TEXT} where reason ilike any(${texts(person.emails.map((email) => `%${escapeLike(email)}%`))})`,
    ],
  },
  // Erased by the simulator's own tools (server/erasure-tools.ts).
  simulator_objects: { personal: "body", other: "id kind", erase: [] },
  simulator_keys: { personal: "body", other: "key request_hash", erase: [] },
  orders: {
    personal:
      "customer_name customer_email customer_phone email_key phone_key address instructions allergy_note reason_text applied_promotions payment_intent pending_action payment_problem kitchen_changes",
    other:
      "number public_token cart_hash checkout_key status payment_state gateway payment_intent_id fulfillment currency tax_lines tax_table coupon_codes reason_code payment_problem_kind source paid_by",
    erase: [
      (
        person,
      ) => sql`update ${orders} set customer_name = ${ERASED_NAME}, customer_email = '', customer_phone = '', email_key = '', phone_key = '',
          address = null, instructions = '', allergy_note = '', reason_text = '', applied_promotions = ${WITHOUT_DISCOUNT_REASON}, pending_action = null, payment_problem = null, kitchen_changes = '{}',
          payment_intent = payment_intent || '{"card": null, "lastError": null}', version = version + 1
        where id = any(${ofOrders(person)})`,
    ],
  },
  my_orders_access: {
    personal: "email email_key",
    other: "token_hash",
    erase: [(person) => sql`delete from ${myOrdersAccess} where email_key = any(${texts(person.contacts)})`],
  },
  customer_contacts: { personal: "key", other: "", erase: [] },
  customers: {
    personal: "name email phone notes allergies tags blocked_reason marketing_consent consent_source",
    other: "",
    erase: [(person) => sql`delete from ${customers} where id = ${person.id}`],
  },
};

/**
 * Tables without personal data of customers; those of sections name their columns in app/staff/domain/sections.ts. Staff themselves
 * maintain their own data and published content. @internal a test compares both lists with the database
 */
export const OTHER_TABLES: Readonly<Record<string, string>> = {
  api_tokens: "name token_hash scopes",
  build_files: "name bytes",
  categories: "name description import_key call_key call_hash hours station",
  closed_slots: "user_name",
  coupon_codes: "code normalized_code status",
  coupon_sets: "name",
  customization_options: "name kitchen_name price_by_option allergens dietary_tags",
  customization_templates: "name title help kind kitchen_label import_key key",
  // Amounts of closed days, and staff's notes about cash. It never changes.
  day_closing_orders: "counted",
  day_closings: "currency closed_by_name counted note reopened_by_name reopened_because",
  import_changes: "record_kind name before after",
  import_chunks: "bytes",
  import_items: "name outcome changes",
  import_problems: "lost message",
  import_runs: "kind file_name mapping options state counts summary failure user_name undone_by",
  media: "key file_name alt mime_type colour variants content_hash folder tags placeholder state problem upload_key upload_hash created_by",
  media_bin: "base keys file",
  media_folder: "folder_id",
  menu_versions: "name items saved_by",
  menus: "name items",
  order_facts: "kind key label",
  page_redirects: "slug",
  pages: "slug title html summary status seo_title seo_description draft home",
  passkeys: "id name public_key transports",
  password_links: "token_hash",
  print_jobs: "error",
  product_customizations: "overrides body",
  product_search: "name words",
  product_variants: "sku barcode vendor",
  product_words: "word",
  products:
    "name kitchen_name summary description_html tax_class allergens dietary_tags tags import_key import_hash old_path call_key call_hash hours seo_title seo_description weight_unit name_key search_text shop_search station sku barcode vendor",
  push_keys: "public_key sealed_private_key",
  push_subscriptions: "endpoint p256dh auth device",
  recovery_codes: "code_hash",
  refusals: "kind",
  sessions: "token_hash user_agent",
  settings: "key value",
  stock_movements: "reason user_name",
  stations_done: "station",
  users: "email name password_hash roles totp_secret",
  webhooks: "url events secret",
  // Number and state of orders (app/orders/domain/webhooks/webhook.ts).
  webhook_deliveries: "event body status last_error",
  // Ids of events and payments only (app/checkout/workflows/settle/receive-webhook.server.ts).
  webhook_inbox: "event_id type body",
};

/** Staff may have named the customer in the reason of a discount. */
const WITHOUT_DISCOUNT_REASON = sql`(select coalesce(jsonb_agg(case when each ? 'byStaff'
    then each || jsonb_build_object('title', 'Discount', 'explanation', '', 'byStaff', (each -> 'byStaff') || '{"reason": ""}')
    else each end order by at), '[]') from jsonb_array_elements(applied_promotions) with ordinality as applied(each, at))`;

function ofOrders({ orderIds }: Person): SQL {
  return sql`${sql.param(orderIds)}::uuid[]`;
}

function texts(values: readonly (string | number)[]): SQL {
  return sql`${sql.param(values.map(String))}::text[]`;
}

/** Stored options without the customer's texts: a text has no option id. */
function withoutTexts(column: string): SQL {
  const blank = JSON.stringify({ name: ERASED_TEXT, kitchenName: ERASED_TEXT });
  return sql`(select coalesce(jsonb_agg(case when o ->> 'optionId' is null then o || ${blank}::jsonb else o end order by n), '[]')
    from jsonb_array_elements(${sql.identifier(column)}) with ordinality as each (o, n))`;
}

function withoutTextChoices(column: string): SQL {
  return sql`(select coalesce(jsonb_agg(o order by n), '[]')
    from jsonb_array_elements(${sql.identifier(column)}) with ordinality as each (o, n) where o ->> 'optionId' is not null)`;
}

/** The fields that remain in an order's history: states, minutes, amounts and restocking, no texts. */
function numbersOf(column: string): SQL {
  const value = sql.identifier(column);
  return sql`case when jsonb_typeof(${value}) = 'object' then (select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(${value}) where key in ('status', 'paymentState', 'minutes', 'amount', 'refunded', 'restock', 'kind', 'remedy')) else ${value} end`;
}

/** Values by record id without those of the person's reviews. */
function withoutStates(column: string, { reviewIds }: Person): SQL {
  const value = sql.identifier(column);
  return sql`case when jsonb_typeof(${value}) = 'object' then ${value} - ${texts(reviewIds)} else ${value} end`;
}

/** A promotion for named customers keeps its meaning: an address that cannot exist replaces theirs. */
function withoutEmails(column: string, { emails }: Person): SQL {
  const plain = sql`${sql.identifier(column)}::text`;
  const replaced = emails.reduce((text, email) => sql`replace(${text}, ${JSON.stringify(email)}, ${JSON.stringify(ERASED_EMAIL)})`, plain);
  return sql`(${replaced})::jsonb`;
}

function patternsOf({ emails }: Person): SQL {
  return texts(emails.map((email) => `%${escapeLike(JSON.stringify(email))}%`));
}
