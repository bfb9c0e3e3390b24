import { importItems, importProblems, importRuns } from "#app/catalogue/data/import/tables.ts";
import { pages, pageRedirects, reviews } from "#app/content/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { media } from "#app/media/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { couponCodes, couponSets, promotions } from "#app/promotions/data/tables.ts";
import { apiTokens, auditLog, passkeys, users } from "#app/staff/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { HOSTILE_HTML } from "#test/data/hostile-texts.ts";
import { fillSections } from "#test/standard-sections.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { insertWebhook } from "#test/webhooks.ts";

const ALL = HOSTILE_HTML.join("<p>And then</p>");
const LINE = ALL.replaceAll(/\p{Cc}/gu, " ");
/** The same in pieces, for columns with a limited index size. */
const PIECES = Array.from({ length: Math.ceil(LINE.length / 500) }, (_, at) => LINE.slice(at * 500, at * 500 + 600).toWellFormed());

/** The HTML of an email, which the shop itself writes, is framed unchanged: pictures are fetched, and scripts may not run. */
const MAIL = "<p>Thank you.</p><script>hit()</script><img src='/favicon.ico' alt='' onload='hit()'>";

/** A record for every page of the staff area, whose texts contain every hostile text; inserted into the database unchecked. */
export async function insertHostileRecords(db: Db): Promise<void> {
  await fillCatalogue(db);
  await fillOffers(db);
  await fillContent(db);
  await fillPeople(db);
}

async function fillCatalogue(db: Db): Promise<void> {
  const category = await insertCategory(db, { name: PIECES[0] ?? "", description: ALL });
  for (const name of PIECES) await insertCategory(db, { name, description: name });
  const texts = { summary: ALL, kitchenName: LINE, descriptionHtml: ALL, seoTitle: LINE, seoDescription: ALL, taxClass: PIECES[0] ?? "" };
  const lists = { tags: PIECES, dietaryTags: [LINE], allergens: [LINE] };
  const product = await insertProduct(db, { ...texts, ...lists, name: PIECES[0] ?? "" }, [category]);
  for (const name of PIECES) await insertProduct(db, { name, summary: name });
  const template = await insertTemplate(db, { name: LINE, title: LINE, help: ALL, kitchenLabel: LINE, kind: "multiple" }, [
    { name: LINE, kitchenName: LINE, allergens: [LINE], dietaryTags: [LINE] },
  ]);
  await linkTemplate(db, product, template.id, { title: LINE });
  await db.insert(reviews).values({ productId: product, authorName: LINE, rating: 5, body: ALL, reply: ALL, status: "pending" });
  await db.insert(media).values({
    key: "hostile",
    fileName: LINE,
    alt: LINE,
    mimeType: LINE,
    folder: PIECES[3] ?? "",
    tags: [LINE],
    width: 10,
    height: 10,
    colour: "#ffffff",
    variants: [],
    contentHash: "hostile",
  });
  const [run] = await db
    .insert(importRuns)
    .values({ fileName: LINE, sizeBytes: 1, userName: LINE, state: "failed", failure: ALL, summary: [ALL] })
    .returning({ id: importRuns.id });
  const runId = run?.id ?? 0;
  await db
    .insert(importItems)
    .values({ runId, line: 2, name: LINE, outcome: "changed", changes: [{ field: LINE, before: ALL, after: LINE }] });
  await db.insert(importProblems).values({ runId, line: 2, lost: "row", message: ALL });
}

async function fillOffers(db: Db): Promise<void> {
  const [offer] = await db
    .insert(promotions)
    .values({
      name: LINE,
      title: LINE,
      description: ALL,
      stackingGroup: LINE,
      trigger: "coupon",
      status: "active",
      condition: { type: "all", of: [] },
      actionKind: "order-fixed",
      actionParams: { amount: 500 },
    })
    .returning({ id: promotions.id });
  const [set] = await db
    .insert(couponSets)
    .values({ name: LINE, promotionId: offer?.id ?? 0 })
    .returning({ id: couponSets.id });
  await db.insert(couponCodes).values({ couponSetId: set?.id ?? 0, code: PIECES[0] ?? "", normalizedCode: "HOSTILE" });
}

async function fillContent(db: Db): Promise<void> {
  const texts = { title: LINE, summary: ALL, html: ALL, seoTitle: LINE, seoDescription: ALL };
  const [page] = await db
    .insert(pages)
    .values({ slug: "hostile", ...texts, status: "published" })
    .returning({ id: pages.id });
  await db.insert(pageRedirects).values({ slug: PIECES[1] ?? "", pageId: page?.id ?? 0 });
}

async function fillPeople(db: Db): Promise<void> {
  const [someone] = await db
    .insert(users)
    .values({ name: LINE, email: PIECES[2] ?? "", passwordHash: "", roles: [LINE] })
    .returning({ id: users.id });
  await db.insert(passkeys).values({ id: "hostile", userId: someone?.id ?? 0, name: LINE, publicKey: "" });
  const act = { userName: LINE, subject: LINE, subjectKind: "product", subjectIds: ["1"] };
  const states = { before: { 1: { name: ALL } }, after: { 1: { name: LINE, [LINE.slice(0, 300)]: ALL } } };
  await db.insert(auditLog).values(PIECES.map((action) => ({ ...act, ...states, action })));
  await db
    .insert(apiTokens)
    .values({ name: LINE, tokenHash: "hostile", scopes: [LINE], userId: someone?.id ?? 0, expiresAt: new Date("2199-01-01") });
  await insertWebhook(db, LINE, { lastError: LINE });
  await fillSections(db, LINE);
  const reopening = { reopenedAt: new Date(), reopenedByName: LINE, reopenedBecause: ALL };
  await storeClosedDay(db, { closedByName: LINE, note: ALL, ...reopening });
  await storeOrder(db, { customerName: LINE, customerEmail: LINE });
  await db.update(customers).set({ name: LINE, notes: ALL, allergies: LINE, tags: [LINE], blockedReason: LINE, isBlocked: true });
  const mail = { id: crypto.randomUUID(), kind: "order_received", recipient: LINE, dedupeKey: "hostile", status: "failed" } as const;
  await db.insert(mailOutbox).values({ ...mail, lastError: ALL, subject: LINE, html: MAIL, plainText: ALL });
}

/** Settings whose texts contain every hostile text. */
export async function insertHostileSettings(db: Db): Promise<void> {
  const texts =
    "APP_NAME STREET_ADDRESS ADDRESS_CITY ADDRESS_REGION COUNTRY POSTAL_CODE TELEPHONE PAUSE_MESSAGE DELIVERY_DESCRIPTION TAX_LABEL".split(
      " ",
    );
  const lists = "DELIVERY_CITY_PREFILL DELIVERY_PROVINCE_PREFILL DELIVERY_COUNTRY_PREFILL KITCHEN_STATIONS ORDER_EMAIL_RECIPIENT".split(
    " ",
  );
  const area = { name: LINE.slice(0, 500), prefixes: "M5A", fee: "3.00", freeAbove: "", minOrder: "", minutes: "" };
  const day = { from: "2099-12-24", to: "2099-12-26", ranges: [], services: "all", message: LINE.slice(0, 500) };
  const values: readonly (readonly [string, unknown])[] = [
    ...[...texts, ...lists].map((key) => [key, LINE.slice(0, 2000)] as const),
    ["JOURNAL_CASH", `1000 ${LINE.slice(0, 1900)}`],
    ["ENABLE_DELIVERY", true],
    ["DELIVERY_AREAS", [area]],
    ["SPECIAL_HOURS", [day]],
  ];
  await db
    .insert(settings)
    .values(values.map(([key, value]) => ({ key, value })))
    .onConflictDoNothing();
}
