import type { APIRequestContext } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { HtmlValidate, type ConfigData } from "html-validate";
import { matchRoutes, type RouteObject } from "react-router";
import routes from "#app/routes.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { fillSections, STANDARD_SECTIONS } from "#test/standard-sections.ts";
import { expect, signInByCall, test, withDb } from "./fixtures.ts";
import { fillCart, linkOrder, newCustomer, placeOrder } from "./orders.ts";

/*
 * The HTML of every page of app/routes.ts, as the running shop serves it, is valid. Pages are found by following links, so that new ones
 * are checked automatically.
 */

/**
 * The rules of the HTML standard, and matching names and references. Disabled: formatting rules (case, quotes, void elements), which React
 * decides; inline styles, which the content security policy allows for the colours of pictures; repeated names, as of checkboxes; and the
 * order of headings, which axe checks on the rendered page.
 */
const RULES: ConfigData = {
  extends: ["html-validate:recommended", "html-validate:standard", "html-validate:document"],
  rules: {
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "no-implicit-input-type": "off",
    "no-inline-style": "off",
    "tel-non-breaking": "off",
    "heading-level": "off",
    "wcag/h32": "off", // the form that keeps a test card out of the checkout's has nothing to send
    "require-sri": ["error", { target: "crossorigin" }],
    "form-dup-name": "off",
  },
};

/** A few pages of each kind show everything it can contain. */
const MOST_OF_A_KIND = 3;

function toObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map((entry) =>
    entry.index === true
      ? { id: entry.file, index: true, ...(entry.path === undefined ? {} : { path: entry.path }) }
      : { id: entry.file, path: entry.path ?? "", children: toObjects(entry.children ?? []) },
  );
}

const table = toObjects(routes);
const pages = [...filesOf(routes)].filter((file) => file.endsWith(".tsx") && !file.endsWith("layout.tsx"));

function* filesOf(entries: readonly RouteConfigEntry[]): Generator<string> {
  for (const { file, children } of entries) {
    yield file;
    yield* filesOf(children ?? []);
  }
}

test("the HTML of every page is valid", async ({ request, shop, admin }) => {
  const { token } = await placeOrder(shop.url, newCustomer("Vera"));
  await fillCart(request, 2);
  await fillCart(request, 1, "Orange Juice");
  const validator = new HtmlValidate(RULES);
  const findings: string[] = [];
  const seen = new Map<string, number>();

  const validate = async (path: string, html: string) => {
    const report = await validator.validateString(html, path);
    for (const { messages } of report.results)
      for (const { ruleId, message, offset } of messages)
        findings.push(`${path} ${ruleId}: ${message}: ${html.slice(Math.max(0, offset - 80), offset + 120)}`);
  };
  /** Checks these pages and those they link to. */
  const walk = async (visitor: APIRequestContext, starts: readonly string[], isInside: (path: string) => boolean) => {
    const open = [...starts];
    const known = new Set(open);
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      const kind = matchRoutes(table, new URL(path, shop.url).pathname)?.at(-1)?.route.id ?? "";
      if (!pages.includes(kind) || (seen.get(kind) ?? 0) >= MOST_OF_A_KIND) continue;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const answer = await visitor.get(path);
      const html = await answer.text();
      expect(answer.headers()["content-type"], path).toContain("text/html");
      await validate(path, html);
      for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"#]+)"/g)) {
        const link = href.replaceAll("&amp;", "&");
        if (!link.startsWith("/") || known.has(link) || !isInside(link)) continue;
        known.add(link);
        open.push(link);
      }
    }
  };
  const orderPage = `/payment-complete?order=${token}`;
  const shopPages = [
    "/cart",
    "/checkout",
    orderPage,
    "/payment-complete?order=no-such-order",
    "/?q=pizza",
    "/",
    "/no/such/page",
    "/my-orders",
    "/my-orders?asked=yes",
    "/my-orders?link=none",
  ];
  await walk(request, shopPages, (path) => !path.startsWith("/admin"));
  await walk(request, ["/admin/login"], () => false);
  await signInByCall(admin.request);
  await walk(request, [await linkOrder(admin.request, newCustomer("Noor"))], () => false);
  const sent = await admin.request.post("/admin/api/import", {
    multipart: { file: { name: "menu.csv", mimeType: "text/csv", buffer: Buffer.from("name,price\nSoup,7.50\nBread,x\n") } },
    headers: { Origin: shop.url },
  });
  const { id } = (await sent.json()) as { readonly id: number };
  await withDb(shop, async (db) => {
    await storeClosedDay(db);
    await fillSections(db, "Example");
  });
  await admin.request.post("/admin/api-tokens/add", {
    form: { name: "Stock list", scopes: "products:read", days: "30" },
    headers: { Origin: shop.url },
  });
  await admin.request.post("/admin/webhooks/add", {
    form: { url: "https://example.com/shopbell", events: "order.placed", isOn: "" },
    headers: { Origin: shop.url },
    maxRedirects: 0,
  });
  const preview = /href="(\/page-preview\/[^"]+)"/.exec(await (await admin.request.get("/admin/cms/preview/1")).text())?.[1] ?? "";
  await walk(request, [preview], () => false);
  const pressed = [
    "/admin/product/prices?selected=1",
    "/admin/product/delete/1",
    ...STANDARD_SECTIONS.map(({ path }) => `${path}/delete/1`),
    "/admin/webhooks/delete/1",
    `/admin/product/import/${id}`,
  ];
  const workbenches = ["/admin/menu-builder/TreeNode", "/admin/footer-menu-builder/FooterColumn"];
  const staffPages = [
    "/admin",
    "/admin/orders",
    "/admin/orders/new",
    "/admin/orders?status=all",
    "/admin/orders/tickets?search=status%3Dall",
    "/admin/no-such-page",
    "/admin/orders/outbox",
  ];
  await walk(admin.request, [...staffPages, ...pressed, ...workbenches], (path) => path.startsWith("/admin"));

  // The preview without JavaScript is the response to a POST.
  const offer = await admin.request.post("/admin/promotions/preview", { form: { carts: "[]" }, headers: { Origin: shop.url } });
  await validate("/admin/promotions/preview", await offer.text());
  seen.set("routes/admin/promotions/preview.tsx", 1);

  // Replaces every page while the owner hides the shop.
  const setUp = (intent: string) =>
    admin.request.post("/admin/setup", { form: { intent }, headers: { Origin: shop.url }, maxRedirects: 0 });
  await setUp("hide");
  const soon = await (await request.get("/")).text();
  await setUp("open");
  expect(soon).toContain("Opening soon");
  await validate("Opening soon", soon);
  seen.set("routes/shop/opening-soon.tsx", 1);

  expect(
    pages.filter((file) => !seen.has(file)),
    "pages no link leads to",
  ).toEqual([]);
  expect([...new Set(findings)].slice(0, 40), `${findings.length} findings`).toEqual([]);
});
