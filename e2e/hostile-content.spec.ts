import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { menus, pages, reviews } from "#app/content/data/tables.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { HOSTILE_TEXTS } from "#test/data/hostile-texts.ts";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";
import { settings } from "#app/store/data/tables.ts";
import { onPageError, openPage } from "./fixtures.ts";

/*
 * User input is text wherever it is shown, and staff HTML contains no script, even if the database contains it unchecked from an older
 * version, a restored backup or another program. Nothing may run, be fetched, or reach the content policy (a blocked script means that the
 * shop failed to sanitise).
 */

/** Breaks out of attributes, the title and the page's embedded data, if anything lets it. */
const TEXT = `Zed"'></title></script><img src=/canary onerror=hit()>`;
const HTML = [
  `<p>Kept words</p><script>hit()</script><img src=/canary onerror="hit()"><svg onload="hit()"><a href="javascript:hit()">x</a></svg>`,
  `<a href="java&#9;script:hit()">link</a><iframe srcdoc="<script>hit()</script>"></iframe><form action=/canary><input autofocus onfocus="hit()"></form>`,
  `<style>@import "/canary";</style><div style="background:url(/canary)" onmouseover="hit()">hover</div><math><mi xlink:href="javascript:hit()">m</mi></math>`,
].join("");

interface Scene {
  readonly shop: RunningShop;
  readonly db: Db;
  readonly productId: number;
  readonly categoryId: number;
  /** Product names with every other hostile text. */
  readonly zooId: number;
}

// A trace injects a script into every frame; email frames block and log it like an attack.
test.use({ trace: "off" });

let scene: Scene;
test.beforeAll(async () => {
  const shop = await startShop({ SEED: "none" });
  const url = await findRunningPostgres(shop.dataDir);
  if (url === undefined) throw new Error("the shop's database cannot be reached");
  const db = openDb(url, { max: 2, limits: TEST_LIMITS });
  const categoryId = await insertCategory(db, { name: TEXT, description: TEXT });
  const texts = { name: TEXT, summary: TEXT, kitchenName: TEXT, seoTitle: TEXT, seoDescription: TEXT, taxClass: TEXT };
  const lists = { tags: [TEXT], dietaryTags: [TEXT], allergens: [TEXT] };
  const productId = await insertProduct(db, { ...texts, ...lists, descriptionHtml: HTML, priceCents: 1450, compareAtCents: 2000 }, [
    categoryId,
  ]);
  const template = await insertTemplate(db, { title: TEXT, help: TEXT, kind: "multiple" }, [{ name: TEXT, priceDeltaCents: 50 }]);
  await linkTemplate(db, productId, template.id, { title: TEXT });
  await db.insert(reviews).values({ productId, authorName: TEXT, rating: 5, body: TEXT, status: "approved" });
  await db.insert(pages).values({ slug: "hostile", title: TEXT, summary: TEXT, html: HTML, status: "published" });
  await db.insert(settings).values(
    Object.entries({
      APP_NAME: TEXT,
      STREET_ADDRESS: TEXT,
      TELEPHONE: TEXT,
      PAUSE_MESSAGE: TEXT,
      ENABLE_DELIVERY: true,
      DELIVERY_DESCRIPTION: HTML,
    }).map(([key, value]) => ({ key, value })),
  );
  const link = { id: "a", type: "link", text: TEXT, url: "javascript:hit()", open_in_new_tab: false };
  await db.insert(menus).values([
    {
      name: "site_top_menu",
      items: [
        { ...link, children: [] },
        { id: "b", type: "text", text: TEXT, children: [{ ...link, id: "c", children: [] }] },
      ],
    },
    { name: "site_footer_menu", items: [{ id: "d", title: TEXT, items: [link] }] },
  ]);
  const zooId = await insertCategory(db, { name: "Zoo" });
  // The database stores neither NUL nor a lone surrogate; texts that are too long for a list are cut.
  const names = HOSTILE_TEXTS.map(([, text]) => `Zed ${text.slice(0, 300).toWellFormed().replaceAll("\0", "")}`);
  for (const name of names)
    await insertProduct(db, { name, summary: name, tags: [name], descriptionHtml: name, priceCents: 500, soldOutUntil: null }, [zooId]);
  scene = { shop, db, productId, categoryId, zooId };
});
test.afterAll(async () => {
  if (scene === undefined) return;
  await closeDb(scene.db);
  await scene.shop.stop();
});

/** A browser that records the effects of hostile content. */
async function watch(browser: Browser): Promise<{ context: BrowserContext; page: Page; achieved: string[] }> {
  const context = await browser.newContext({ baseURL: scene.shop.url });
  const achieved: string[] = [];
  await context.exposeFunction("hit", () => void achieved.push("a script has run"));
  context.on("request", (request) => {
    const { pathname, origin } = new URL(request.url());
    const isOwn = origin === scene.shop.url || request.url().startsWith("data:") || request.url().startsWith("about:");
    if (!isOwn || pathname === "/canary" || pathname === "/_csp-report")
      achieved.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`);
  });
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    achieved.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  onPageError(page, (error) => achieved.push(`error ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) achieved.push(`console ${message.text()}`);
  });
  return { context, page, achieved };
}

/** Opens the page, waits for hydration, and checks its content. */
async function visit({ page, achieved }: Awaited<ReturnType<typeof watch>>, path: string, shown = TEXT): Promise<void> {
  await openPage(page, path);
  await page.waitForLoadState("load");
  await expect(page.locator("body"), path).toContainText(shown);
  const active = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll("body *")].flatMap((element) => [...element.attributes]);
    const hostile = attributes.filter(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value));
    return [
      ...hostile.map(({ name, value }) => `${name}=${value}`),
      ...[...document.querySelectorAll("img[src='/canary'], svg[onload], iframe:not([sandbox])")].map((element) => element.outerHTML),
    ];
  });
  expect(active, path).toEqual([]);
  expect(achieved, path).toEqual([]);
}

const customer = { name: TEXT, email: "zed@example.com", phone: "+1 416 555 0134" };

/** A paid order with hostile text in every field of the customer; returns the token of its page. */
async function order(context: BrowserContext): Promise<string> {
  const { request } = context;
  const added = await request.post("/api/cart/items", { data: { productId: scene.productId, quantity: 1, note: TEXT } });
  expect(added.status(), await added.text()).toBe(200);
  const { final_total: expectedTotal } = (await added.json()) as { final_total: number };
  const answer = await request.post("/api/checkout", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: { customer, fulfillment: "pickup", instructions: TEXT, expectedTotal },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const placed = (await answer.json()) as { orderToken: string; clientSecret: string; publishableKey: string };
  const confirmed = await request.post(`/_simulator/stripe/v1/payment_intents/${placed.clientSecret.split("_secret")[0]}/confirm`, {
    form: { key: placed.publishableKey, client_secret: placed.clientSecret, payment_method: "pm_card_visa" },
  });
  expect(confirmed.status()).toBe(200);
  const status = async () =>
    ((await (await request.get("/api/order-status", { params: { order: placed.orderToken } })).json()) as { status: string }).status;
  await expect.poll(status).toBe("received");
  return placed.orderToken;
}

test("shows hostile text as text in the shop, up to the paid order", async ({ browser }) => {
  const visitor = await watch(browser);
  await visit(visitor, "/");
  await visit(visitor, `/${scene.categoryId}/products`);
  for (const page of [1, 2, 3]) await visit(visitor, `/${scene.zooId}/products?page=${page}`, "Zed");
  await visit(visitor, `/products/${scene.productId}`);
  await expect(visitor.page.getByText("Kept words")).toBeVisible();
  await visit(visitor, "/hostile");
  await expect(visitor.page.getByText("Kept words")).toBeVisible();
  await visit(visitor, `/?q=${encodeURIComponent(TEXT)}`);
  await visit(visitor, `/no-page/${encodeURIComponent("<img src=x onerror=hit()>")}`, "Page Not Found");
  const product = (await (await visitor.context.request.get(`/api/products/${scene.productId}`)).json()) as { description_html: string };
  expect(product.description_html).toContain("Kept words");
  expect(product.description_html).not.toMatch(/script|onerror|onload|srcdoc|canary/i);
  const shown = (await (await visitor.context.request.get("/api/site-settings")).json()) as { DELIVERY_DESCRIPTION: string };
  expect(shown.DELIVERY_DESCRIPTION).not.toMatch(/script|onerror|onload|srcdoc|canary/i);

  await visitor.context.request.post("/api/cart/items", { data: { productId: scene.productId, quantity: 1, note: TEXT } });
  await visitor.context.request.patch("/api/cart", { data: { fulfillment: "delivery" } });
  await visit(visitor, "/cart");
  await visit(visitor, "/checkout");
  await expect(visitor.page.getByText("Kept words")).toBeVisible();
  const token = await order(visitor.context);
  await visit(visitor, `/payment-complete?order=${token}`);
  await visitor.context.close();
});

test("shows hostile text as text to staff", async ({ browser }) => {
  const buyer = await browser.newContext({ baseURL: scene.shop.url });
  const token = await order(buyer);
  await buyer.close();
  const staff = await watch(browser);
  const signedIn = await staff.context.request.post("/admin/api/login", { data: ADMIN });
  expect(signedIn.status(), await signedIn.text()).toBe(200);
  const orders = (await (await staff.context.request.get("/admin/api/poll-orders")).json()) as { id: string }[];
  const id = orders[0]?.id ?? "";
  for (const path of ["/admin", "/admin/orders", `/admin/orders?status=all&q=${encodeURIComponent(TEXT)}`]) await visit(staff, path, "Zed");
  for (const path of [`/admin/product?category=${scene.zooId}&per_page=100`, "/admin/product?view=sheet&q=zed", "/admin/history"])
    await visit(staff, path, path.includes("history") ? "History" : "Zed");
  await visit(staff, `/admin/orders/${id}`);
  await visit(staff, `/admin/orders/${id}?print=ticket`);
  await visit(staff, `/admin/orders/${id}?print=receipt`);
  for (const path of ["edit", "delete"]) await visit(staff, `/admin/product/${path}/${scene.productId}`);
  await openPage(staff.page, "/admin/site-settings#store");
  await expect(staff.page.getByLabel("Shop name")).toHaveValue(TEXT);
  expect(staff.achieved).toEqual([]);

  await expect.poll(async () => (await scene.db.select().from(mailOutbox)).length).toBeGreaterThan(0);
  for (const mail of await scene.db.select().from(mailOutbox)) {
    await openPage(staff.page, `/admin/orders/outbox/${mail.id}`);
    const preview = staff.page.frameLocator("iframe");
    await expect(preview.locator("body"), mail.kind).toContainText("Zed");
    expect(await preview.locator("script, [onerror], img[src='/canary']").count(), mail.kind).toBe(0);
    expect(await staff.page.locator("iframe").getAttribute("sandbox"), mail.kind).not.toContain("allow-scripts");
    expect(staff.achieved, mail.kind).toEqual([]);
  }
  expect(token).not.toBe("");
  await staff.context.close();
});

test("the content policy blocks injected scripts", async ({ browser }) => {
  const slipped =
    "<script>hit()</script><img src=/canary onerror='hit()'><iframe src='https://evil.example/'></iframe><a href='javascript:hit()' id=slipped>x</a></body>";
  for (const path of ["/", "/checkout", "/hostile", "/admin/login", "/no/such/page"]) {
    const { context, page, achieved } = await watch(browser);
    await context.request.post("/api/cart/items", { data: { productId: scene.productId, quantity: 1 } });
    await context.addInitScript(() => {
      document.addEventListener(
        "securitypolicyviolation",
        (event) =>
          (document.documentElement.dataset.blocked = `${document.documentElement.dataset.blocked ?? ""} ${event.effectiveDirective}`),
      );
    });
    // The page as the shop sends it, including the policy, with text that a sanitiser might have missed.
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace("</body>", slipped) });
    });
    await page.goto(path, { waitUntil: "commit" });
    const blocked = () => page.evaluate(() => (document.documentElement.dataset.blocked ?? "").trim().split(" ").toSorted().join(" "));
    await expect.poll(blocked, path).toBe("frame-src script-src-attr script-src-elem");
    expect(
      achieved.filter((each) => each === "a script has run"),
      path,
    ).toEqual([]);
    await context.close();
  }
});
