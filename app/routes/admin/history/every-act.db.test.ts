import { US_DOLLARS } from "#app/values/money.ts";
import { dayClosings } from "#app/orders/data/closing/tables.ts";
import { webhookDeliveries, webhooks } from "#app/orders/data/webhooks/tables.ts";
import { randomUUID } from "node:crypto";
import { desc } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { serializeSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { makeVapidKeys } from "#app/mail/gateway/push-service.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { reviews } from "#app/content/data/tables.ts";
import routes from "#app/routes.ts";
import { apiTokens, auditLog } from "#app/staff/data/tables.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { settingSeal } from "#app/store/workflows/save-settings.server.ts";
import { insertCategory, insertProduct, insertTemplate } from "#test/catalogue.ts";
import { filesOfRoutes } from "#test/route-files.ts";
import { openTestShop } from "#test/shop.ts";
import { openStandardSections, STANDARD_SECTIONS } from "#test/standard-sections.ts";
import { openStaffPages, type PageAnswer } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";

/*
 * Every act of staff leaves exactly one row of history. The routes come from the table of routes: one with an action and no line here fails, so that
 * a new act has to say what it leaves behind.
 */

const { services } = await openTestShop();
const { db } = services;
for (const name of ["Owner", "Ana"]) {
  const made = await addAdmin(db, {
    shopName: "Shopbell",
    email: `${name}@example.com`,
    name,
    password: "violet-harbour-seventeen",
    roles: ["super-admin"],
  });
  if (!made.ok) throw new Error(made.error);
}
const OWNER = { id: 1, email: "Owner@example.com", name: "Owner", roles: ["super-admin"] } as const;
const { token } = await openSession(db, OWNER, { replaces: null, userAgent: "", now: services.now() });
const ana = openStaffPages(services, "Ana", { id: OWNER.id, token });
const COOKIE = await serializeSessionToken(token, services.env);
await addAdmin(db, { shopName: "Shopbell", email: "bo@example.com", name: "Bo", password: "violet-harbour-seventeen", roles: [] });

interface Route {
  readonly action: (args: never) => unknown;
  readonly loader: (args: never) => unknown;
}

const files = filesOfRoutes(routes);
const load = async (file: string) => (await import(new URL(`../../../${file}`, import.meta.url).href)) as Partial<Route>;
const route = async (id: string) => (await load(files.get(`routes/admin/${id}`) ?? "")) as Route;

const sent = async (id: string, fields: Record<string, string>, params: Record<string, string> = {}) =>
  ana.post(await route(id), "/admin/x", fields, params);
const edited = async (id: string, over: Record<string, string>, params: Record<string, string> = {}) =>
  ana.edit(await route(id), "/admin/x", over, params);
const called = async (id: string, method: string, body: unknown, params: Record<string, string> = {}) => {
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", Cookie: COOKIE };
  return ana.send(
    await route(id),
    new Request(new URL("/admin/api/x", services.env.publicUrl), { method, headers, body: JSON.stringify(body) }),
    params,
  );
};
const webhook = async () => {
  const [made] = await db
    .insert(webhooks)
    .values({ url: "https://example.com/hook", secret: "x", events: ["order.placed"] })
    .returning();
  return made?.id ?? 0;
};
const apiToken = async () => {
  const row = { name: "Stock list", tokenHash: randomUUID(), userId: OWNER.id, expiresAt: new Date("2199-01-01") };
  const [made] = await db.insert(apiTokens).values(row).returning();
  return made?.id ?? 0;
};
/** Of a device's push address, as browsers make them. */
const DEVICE_KEYS = { p256dh: (await makeVapidKeys()).publicKey, auth: "A".repeat(22) };
const openClosing = async () => {
  const { data } = await ana.get(await route("end-of-day/close"), "/admin/end-of-day/close");
  const { next } = data as { next: { day: string; lastKey: string; seen: string } };
  return { day: next.day, last: next.lastKey, seen: next.seen };
};
const customer = async () => (await storeOrder(db, { emailKey: `${randomUUID()}@example.com`, phoneKey: "" })).order.customerId ?? 0;
const idOf = (id: number) => ({ id: String(id) });
const category = () => insertCategory(db);
const product = () => insertProduct(db);
const template = () => insertTemplate(db, {}, [{}]);
const order = async () => (await storeOrder(db, { paymentState: "none", gateway: "none" })).order;
const dueOrder = async () =>
  (await storeOrder(db, { paymentState: "none", gateway: "none", status: "preparing", promisedAt: services.now() })).order;
const offer = async () =>
  (
    await db
      .insert(promotions)
      .values({
        name: "Ten",
        title: "Ten",
        trigger: "coupon",
        status: "draft",
        condition: { type: "all", of: [] },
        actionKind: "order-fixed",
        actionParams: { amount: 500 },
      })
      .returning()
  )[0]!;
const review = async () =>
  (
    await db
      .insert(reviews)
      .values({ productId: await insertProduct(db), authorName: "Bea", rating: 4, body: "Good" })
      .returning()
  )[0]!;
const newId = (answer: PageAnswer) => Number(/\d+/.exec(answer.location ?? "")?.[0]);
let slug = 0;
const page = async () =>
  newId(
    await sent("cms/create", {
      title: "About",
      slug: `about-${(slug += 1)}`,
      summary: "",
      html: "<p>Hi</p>",
      seoTitle: "",
      seoDescription: "",
      publishAt: "",
    }),
  );
const couponSet = async () =>
  newId(await sent("coupon-sets/index", { name: `Set ${(slug += 1)}`, promotionId: String((await offer()).id) }));
let shade = 0;
const picture = async () => {
  shade += 1;
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: { r: shade, g: 9, b: 3 } } })
    .png()
    .toBuffer();
  const answer = await ana.post(await route("api/media"), "/admin/api/media", { file: new File([new Uint8Array(bytes)], "a.png") });
  return Number((answer.data as { pictures: { hit: { id: number } }[] }).pictures[0]?.hit.id);
};
const link = JSON.stringify([{ id: "a", type: "link", text: "About", url: "/about", openInNewTab: false }]);

const UNSET_SENDER = JSON.stringify({ ORDER_EMAIL_SENDER: settingSeal("ORDER_EMAIL_SENDER", "", US_DOLLARS) });

/** One press each, after what it needs was made. */
type Act = () => Promise<() => Promise<PageAnswer>>;
const on =
  <Made>(make: () => Promise<Made>, press: (made: Made) => Promise<PageAnswer>): Act =>
  async () => {
    const made = await make();
    return () => press(made);
  };
const sections = openStandardSections(ana, async (file) => (await load(`routes/admin/${file}`)) as Route);
const sectionActs = ({ name }: { readonly name: string }): readonly (readonly [string, readonly Act[]])[] => {
  // Some names may stand only once.
  const newName = () => `Bar-${crypto.randomUUID()}`;
  const record = () => sections.add(name, newName());
  const change = async (id: number) => sections.edit(name, id, { [(await sections.textsOf(name))[0] ?? ""]: "Grill" });
  return [
    [`${name}/add`, [async () => () => sections.sendNew(name, newName())]],
    [`${name}/form`, [on(record, change)]],
    [`${name}/delete`, [on(record, (id) => sections.remove(name, id))]],
  ];
};

const ACTS: Readonly<Record<string, readonly Act[]>> = {
  ...Object.fromEntries(STANDARD_SECTIONS.flatMap(sectionActs)),
  "category/add": [async () => () => edited("category/add", { name: "Soups" })],
  "category/form": [on(category, (id) => edited("category/form", { name: "Stews" }, idOf(id)))],
  "category/delete": [on(category, (id) => sent("category/delete", { products: "" }, idOf(id)))],
  "category/index": [
    on(category, (id) => sent("category/index", { intent: "hide", selected: String(id) })),
    on(category, (id) => sent("category/index", { rename: String(id), name: "Broths" })),
    async () => () => sent("category/index", { names: "Breads\n  Rye" }),
  ],
  "product/add": [async () => () => edited("product/add", { name: "Soup", priceCents: "9.60" })],
  "product/form": [on(product, (id) => edited("product/form", { name: "Stew" }, idOf(id)))],
  "product/delete": [on(product, (id) => sent("product/delete", {}, idOf(id)))],
  "product/duplicate": [on(product, (id) => sent("product/duplicate", {}, idOf(id)))],
  "product/index": [on(product, (id) => sent("product/index", { intent: "hide", selected: String(id) }))],
  "customization-templates/add": [
    async () => () =>
      edited("customization-templates/add", { name: "Name", title: "Name on it", kind: "text", minSelect: "0", maxLength: "20" }),
  ],
  "customization-templates/form": [on(template, (made) => edited("customization-templates/form", { name: "Sizes" }, idOf(made.id)))],
  "customization-templates/delete": [on(template, (made) => sent("customization-templates/delete", { links: "remove" }, idOf(made.id)))],
  "customization-templates/index": [
    on(template, (made) => sent("customization-templates/index", { intent: "delete", selected: String(made.id) })),
  ],
  "promotions/index": [on(offer, (made) => sent("promotions/index", { intent: "activate", selected: String(made.id) }))],
  "coupon-sets/index": [on(offer, (made) => sent("coupon-sets/index", { name: "Flyer", promotionId: String(made.id) }))],
  "coupon-sets/detail": [
    on(couponSet, (id) =>
      sent(
        "coupon-sets/detail",
        { intent: "generate", count: "3", prefix: "", length: "8", maxUses: "1", perCustomerUses: "", expiresOn: "" },
        idOf(id),
      ),
    ),
    on(couponSet, (id) => sent("coupon-sets/detail", { intent: "delete" }, idOf(id))),
  ],
  "customers/detail": [
    on(customer, (id) => edited("customers/detail", { notes: "Rings twice" }, idOf(id))),
    on(
      async () => [await customer(), await customer()] as const,
      ([stays, goes]) => sent("customers/detail", { intent: "merge", other: String(goes), stays: "this" }, idOf(stays)),
    ),
  ],
  "api-tokens/add": [async () => () => sent("api-tokens/add", { name: "Stock list", scopes: "products:read", days: "30" })],
  "api-tokens/detail": [on(apiToken, (id) => sent("api-tokens/detail", { intent: "revoke" }, idOf(id)))],
  "api-tokens/index": [on(apiToken, (id) => sent("api-tokens/index", { intent: "revoke", selected: String(id) }))],
  "end-of-day/close": [
    on(openClosing, (opened) => sent("end-of-day/close", { ...opened, float: "0", terminal: "0", counted: "0", note: "" })),
  ],
  "end-of-day/detail": [
    on(
      async () => {
        const [last] = await db.select().from(dayClosings).orderBy(desc(dayClosings.id)).limit(1);
        return last?.number ?? 0;
      },
      (number) => sent("end-of-day/detail", { because: "Counted twice" }, idOf(number)),
    ),
  ],
  "customers/erase": [
    on(
      async () =>
        (await storeOrder(db, { emailKey: `${randomUUID()}@example.com`, phoneKey: "", status: "completed", paymentState: "captured" }))
          .order.customerId ?? 0,
      (id) => sent("customers/erase", { confirm: "yes" }, idOf(id)),
    ),
  ],
  "webhooks/add": [async () => () => edited("webhooks/add", { url: "https://example.com/hook", events: "order.placed", isOn: "on" })],
  "webhooks/form": [
    on(webhook, (id) => edited("webhooks/form", { events: "order.ready" }, idOf(id))),
    on(webhook, (id) => sent("webhooks/form", { intent: "test" }, idOf(id))),
    on(
      async () => {
        const id = await webhook();
        const row = { webhookId: id, event: "order.ready", body: "{}", status: "failed" } as const;
        const [delivery] = await db.insert(webhookDeliveries).values(row).returning();
        return [id, delivery?.id ?? ""] as const;
      },
      ([id, delivery]) => sent("webhooks/form", { intent: "again", delivery }, idOf(id)),
    ),
  ],
  "webhooks/index": [on(webhook, (id) => sent("webhooks/index", { intent: "off", selected: String(id) }))],
  "webhooks/delete": [on(webhook, (id) => sent("webhooks/delete", {}, idOf(id)))],
  "printers/index": [
    on(
      () => sections.add("printers", "Bar"),
      (id) => sent("printers/index", { intent: "off", selected: String(id) }),
    ),
  ],
  "reviews/add": [
    on(product, (id) =>
      sent("reviews/add", { productId: String(id), authorName: "Bea", rating: "4", body: "Good", status: "approved", reply: "" }),
    ),
  ],
  "reviews/form": [on(review, (made) => edited("reviews/form", { reply: "Thanks" }, idOf(made.id)))],
  "reviews/index": [on(review, (made) => sent("reviews/index", { intent: "approve", selected: String(made.id) }))],
  "cms/create": [async () => async () => ({ status: 302, location: String(await page()), isReplacing: false, data: null })],
  "cms/page": [
    on(page, (id) => edited("cms/page", { title: "We" }, idOf(id))),
    on(page, (id) => sent("cms/page", { intent: "publish" }, idOf(id))),
    on(page, (id) => sent("cms/page", { intent: "delete" }, idOf(id))),
  ],
  "cms/index": [on(page, (id) => sent("cms/index", { intent: "publish", selected: String(id) }))],
  "users/add": [async () => () => edited("users/add", { name: "Cy", email: "cy@example.com", roles: "order-admin", isDisabled: "active" })],
  "setup/index": [
    async () => () => sent("setup/index", { intent: "hide" }),
    async () => () => sent("setup/index", { intent: "open" }),
    async () => () => sent("setup/index", { intent: "menu", menu: "Breads\nRye 7" }),
    async () => () => sent("setup/index", { intent: "invite", name: "Di", email: "di@example.com", roles: "order-admin" }),
    async () => () => sent("setup/index", { step: "mail", ORDER_EMAIL_SENDER: "shop@example.com", seen: UNSET_SENDER }),
  ],
  "users/form": [
    async () => () => edited("users/form", { name: "Bob" }, idOf(3)),
    async () => () => sent("users/form", { intent: "link" }, idOf(3)),
  ],
  "users/index": [async () => () => sent("users/index", { intent: "disable", selected: "3" })],
  "users/delete": [async () => () => sent("users/delete", {}, idOf(3))],
  "menu-builder/index": [
    async () => () => edited("menu-builder/index", { items: link }),
    on(category, () => sent("menu-builder/index", { fill: "categories" })),
  ],
  "footer-menu-builder/index": [
    async () => () =>
      edited("footer-menu-builder/index", { items: JSON.stringify([{ id: "c", title: "", items: JSON.parse(link) as unknown }]) }),
  ],
  "media-management/edit": [on(picture, (id) => edited("media-management/edit", { alt: "Soup" }, idOf(id)))],
  "media-management/delete": [on(picture, (id) => sent("media-management/delete", {}, idOf(id)))],
  "media-management/index": [on(picture, (id) => sent("media-management/index", { intent: "delete", selected: String(id) }))],
  "api/media-words": [on(picture, (id) => called("api/media-words", "PUT", { alt: "Soup", isDecorative: false }, idOf(id)))],
  "api/product": [on(product, (id) => called("api/product", "PATCH", { price: 5.5, stock: 3 }, idOf(id)))],
  "api/customers/one": [on(customer, (id) => called("api/customers/one", "PATCH", { notes: "Rings twice" }, idOf(id)))],
  "api/promotions/codes": [
    on(couponSet, (id) => called("api/promotions/codes", "POST", { codes: [`C${randomUUID().slice(0, 8)}`], max_uses: 1 }, idOf(id))),
  ],
  "api/records": [async () => () => called("api/records", "POST", { kind: "category", name: "Drinks" })],
  "api/orders-push": [
    async () => () => called("api/orders-push", "PUT", { endpoint: "http://127.0.0.1:9/a", keys: DEVICE_KEYS }),
    async () => {
      await called("api/orders-push", "PUT", { endpoint: "http://127.0.0.1:9/b", keys: DEVICE_KEYS });
      return () => called("api/orders-push", "DELETE", { endpoint: "http://127.0.0.1:9/b" });
    },
  ],
  // Before the acts that pause orders.
  "orders/new": [
    async () => {
      const entered = {
        source: "counter",
        customer: {},
        items: [{ productId: await insertProduct(db, { name: "Pretzel" }) }],
        fulfillment: "pickup",
        payment: "cash",
        expectedTotal: 11.3,
      };
      return () => sent("orders/new", { intent: "place", key: randomUUID(), order: JSON.stringify(entered) });
    },
  ],
  "api/orders-live": [
    async () => () => called("api/orders-live", "PUT", { busy_minutes: 10, busy_until: null }),
    on(dueOrder, ({ id, version }) => called("api/orders-live", "PUT", { delay: { minutes: 15, orders: [{ id, version }] } })),
  ],
  "api/order-action": [
    on(order, (made) => called("api/order-action", "POST", { version: made.version, minutes: 20 }, { id: made.id, action: "accept" })),
  ],
  "orders/index": [
    on(order, (made) => sent("orders/index", { order: made.id, version: String(made.version), intent: "accept", minutes: "20" })),
    async () => () => sent("orders/index", { intent: "live", pause: "30", message: "Oven" }),
    on(dueOrder, (made) => sent("orders/index", { intent: "live", late: "15", orders: `${made.id} ${made.version}` })),
  ],
  "orders/accepted": [
    on(
      async () => (await storeOrder(db, { paymentState: "none", gateway: "none", status: "accepted" })).order,
      (made) => sent("orders/accepted", { order: made.id, version: String(made.version), intent: "preparing" }),
    ),
  ],
  "orders/deliveries/index": [
    on(
      async () => (await storeOrder(db, { paymentState: "none", gateway: "none", status: "ready", fulfillment: "delivery" })).order,
      (made) => sent("orders/deliveries/index", { order: made.id, intent: "take" }),
    ),
  ],
  "orders/detail": [
    on(order, (made) =>
      sent("orders/detail", { order: made.id, version: String(made.version), intent: "note", text: "Nut allergy" }, { id: made.id }),
    ),
    on(order, (made) =>
      sent("orders/detail", { order: made.id, version: String(made.version), intent: "message", text: "No rye today" }, { id: made.id }),
    ),
  ],
  "orders/outbox/index": [
    async () => {
      const mail = { id: randomUUID(), kind: "order_received", recipient: "a@example.com", dedupeKey: "once", status: "failed" as const };
      await db.insert(mailOutbox).values({ ...mail, orderId: (await order()).id });
      return () => sent("orders/outbox/index", { selected: "all" });
    },
  ],
  "orders/account/index": [
    async () => () =>
      sent("orders/account/index", { intent: "password", current: "violet-harbour-seventeen", next: "amber-lantern-twenty-two" }),
  ],
  undo: [
    async () => {
      await edited("category/add", { name: "Undone" });
      const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
      return () => sent("undo", { entry: String(last?.id), to: "/admin/category" });
    },
  ],
};

/** Posts that change nothing of the shop, or whose row of history has a test of its own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "login/index": "signing in is no change",
  "api/login": "signing in is no change",
  "api/logout": "signing out is no change",
  "promotions/check": "reads an offer back",
  "promotions/preview": "applies an offer to carts and past orders, and stores nothing",
  "product/prices": "app/routes/admin/product/product-list.db.test.ts",
  "product/import/index": "app/routes/admin/product/import/import.db.test.ts",
  "product/import/detail": "app/routes/admin/product/import/import.db.test.ts",
  "customization-templates/apply": "app/routes/admin/customization-templates/apply.db.test.ts",
  "cms/versions": "app/routes/admin/cms/cms.db.test.ts",
  "cms/home": "app/routes/admin/cms/home.db.test.ts",
  "site-settings/index": "app/routes/admin/site-settings/settings.db.test.ts",
  "site-settings/file": "app/content/workflows/configuration/configuration.db.test.ts",
  "site-settings/emails/index": "app/orders/workflows/mail/change-mail-words.db.test.ts",
  "api/categories/list": "app/routes/admin/api/categories/categories-by-token.db.test.ts",
  "api/categories/one": "app/routes/admin/api/categories/categories-by-token.db.test.ts",
  "api/promotions/list": "app/routes/admin/api/token-records.db.test.ts",
  "api/promotions/one": "app/routes/admin/api/token-records.db.test.ts",
  "api/orders": "app/checkout/workflows/place/take-order.db.test.ts",
  "orders/problems": "app/checkout/workflows/settle/payments-in-doubt.db.test.ts",
  "orders/outbox/detail": "app/routes/admin/orders/outbox/index.db.test.ts",
  "api/media": "app/routes/admin/media-management/upload.db.test.ts",
  "api/import": "app/routes/admin/product/import/import.db.test.ts",
};

/** Calls that can only be read have an action, too: it says so. */
const READ_ONLY = /^api\/(?:me|search|orders-search|poll-orders|new-orders-count|order|products|customers\/list|not-found)$/;

test("every POST route of the staff area declares its history entry", async () => {
  const acting: string[] = [];
  for (const [id, file] of files) {
    const name = id.replace("routes/admin/", "");
    if (id.startsWith("routes/admin/") && !READ_ONLY.test(name) && (await load(file)).action !== undefined) acting.push(name);
  }
  const known = [...Object.keys(ACTS), ...Object.keys(ELSEWHERE)];
  expect(known.toSorted()).toEqual(acting.toSorted());
  expect(new Set(known).size).toBe(known.length);
});

test.each(Object.entries(ACTS).flatMap(([id, acts]) => acts.map((act, index) => [`${id} (${index + 1})`, act] as const)))(
  "%s leaves one row, with who did it and to what",
  async (_name, act) => {
    const press = await act();
    const before = await db.select().from(auditLog);
    const answer = await press();
    expect(answer.status, JSON.stringify(answer.data)).toBeLessThan(400);
    const rows = (await db.select().from(auditLog)).slice(before.length);
    expect(rows.map(({ userName }) => userName)).toEqual(["Ana"]);
    expect(rows[0]?.subject).not.toBe("");
    expect(JSON.stringify(rows)).not.toMatch(/seventeen|twenty-two|argon2/);
  },
);
