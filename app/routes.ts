import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { SECTIONS, type Section } from "#app/staff/domain/sections.ts";

/*
 * Every URL of the shop. Folder and file mirror the static segments, parameters vanish.
 * test: routes.test.ts pins the traps (`/:id/products` also matches /admin/products; a CMS slug may look like anything).
 */
export default [
  layout("routes/shop/layout.tsx", [
    index("routes/shop/index.tsx"),
    route("cart", "routes/shop/cart/index.tsx"),
    route("checkout", "routes/shop/checkout/index.tsx"),
    route("payment-complete", "routes/shop/payment-complete/index.tsx"),
    route("pay-order", "routes/shop/pay-order/index.tsx"),
    route("my-orders", "routes/shop/my-orders/index.tsx"),
    route("products/:id", "routes/shop/product.tsx"),
    route(":id/products", "routes/shop/category.tsx"),
    route("page-preview/:token", "routes/shop/page-preview.tsx"),
    route("page-preview/:token/home", "routes/shop/index.tsx", { id: "routes/shop/home-preview" }),
    route("*", "routes/shop/page.tsx"),
  ]),

  route("shop-image/:name", "routes/shop/files/shop-image.ts"),

  route("admin/login", "routes/admin/login/index.tsx"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/index.tsx"),
    route("figures.csv", "routes/admin/figures-csv.ts"),
    ...prefix("orders", [
      index("routes/admin/orders/index.tsx"),
      route("accepted", "routes/admin/orders/accepted.tsx"),
      route("rejected", "routes/admin/orders/rejected.tsx"),
      route("new", "routes/admin/orders/new.tsx"),
      route("problems", "routes/admin/orders/problems.tsx"),
      route("problems.csv", "routes/admin/orders/problems-csv.ts"),
      route("tickets", "routes/admin/orders/tickets.tsx"),
      ...["all", "accepted", "rejected"].map((list) =>
        route(`${list}.csv`, "routes/admin/orders/list-csv.ts", { id: `routes/admin/orders/${list}-csv` }),
      ),
      route("account", "routes/admin/orders/account/index.tsx"),
      route("guide", "routes/admin/orders/guide/index.tsx"),
      route("outbox", "routes/admin/orders/outbox/index.tsx"),
      route("deliveries", "routes/admin/orders/deliveries/index.tsx"),
      route("outbox/:id", "routes/admin/orders/outbox/detail.tsx"),
      route(":id", "routes/admin/orders/detail.tsx"),
    ]),
    route("customers", "routes/admin/customers/index.tsx"),
    ...prefix("customers", [
      route("customers.csv", "routes/admin/customers/customers-csv.ts"),
      route(":id", "routes/admin/customers/detail.tsx"),
      route(":id/erase", "routes/admin/customers/erase.tsx"),
      route(":id/export/:file", "routes/admin/customers/export.ts"),
    ]),
    ...prefix("end-of-day", [
      index("routes/admin/end-of-day/index.tsx"),
      route("close", "routes/admin/end-of-day/close.tsx"),
      route("bookkeeper", "routes/admin/end-of-day/bookkeeper.tsx"),
      route("files/:file", "routes/admin/end-of-day/bookkeeper-csv.ts"),
      route(":id", "routes/admin/end-of-day/detail.tsx"),
    ]),
    ...SECTIONS.flatMap(recordPages),
    ...prefix("promotions", [
      route("report.csv", "routes/admin/promotions/report-csv.ts"),
      route("check", "routes/admin/promotions/check.ts"),
      route("preview", "routes/admin/promotions/preview.tsx"),
      route("preview/product/:id", "routes/admin/promotions/preview-product.ts"),
    ]),
    route("coupon-sets", "routes/admin/coupon-sets/index.tsx"),
    ...prefix("coupon-sets", [
      route("sets.csv", "routes/admin/coupon-sets/sets-csv.ts"),
      route(":id", "routes/admin/coupon-sets/detail.tsx"),
      route(":id/codes.csv", "routes/admin/coupon-sets/codes-csv.ts"),
      route(":id/print", "routes/admin/coupon-sets/print.tsx"),
      route(":id/progress", "routes/admin/coupon-sets/progress.ts"),
    ]),
    ...prefix("customization-templates", [route("apply/:id", "routes/admin/customization-templates/apply.tsx")]),
    ...prefix("media-management", [
      index("routes/admin/media-management/index.tsx"),
      route("edit/:id", "routes/admin/media-management/edit.tsx"),
      route("delete/:id", "routes/admin/media-management/delete.tsx"),
    ]),
    ...prefix("product", [
      route("prices", "routes/admin/product/prices.tsx"),
      route("duplicate/:id", "routes/admin/product/duplicate.ts"),
      route("questions", "routes/admin/product/questions.ts"),
      route("export", "routes/admin/product/export.ts"),
      route("import", "routes/admin/product/import/index.tsx"),
      route("import/runs.csv", "routes/admin/product/import/runs-csv.ts"),
      route("import/:id", "routes/admin/product/import/detail.tsx"),
    ]),
    ...prefix("cms", [
      index("routes/admin/cms/index.tsx"),
      route("home", "routes/admin/cms/home.tsx"),
      route("page/create", "routes/admin/cms/page.tsx", { id: "routes/admin/cms/create" }),
      route("page/:id", "routes/admin/cms/page.tsx"),
      route("preview/:id", "routes/admin/cms/preview.tsx"),
      route("versions/:id", "routes/admin/cms/versions.tsx"),
    ]),
    route("api-tokens", "routes/admin/api-tokens/index.tsx"),
    ...prefix("api-tokens", [route("add", "routes/admin/api-tokens/add.tsx"), route(":id", "routes/admin/api-tokens/detail.tsx")]),
    route("reviews", "routes/admin/reviews/index.tsx"),
    route("reviews/add", "routes/admin/reviews/form.tsx", { id: "routes/admin/reviews/add" }),
    route("reviews/:id/edit", "routes/admin/reviews/form.tsx"),
    ...prefix("history", [
      index("routes/admin/history/index.tsx"),
      route("entries.csv", "routes/admin/history/entries-csv.ts"),
      route(":id", "routes/admin/history/detail.tsx"),
    ]),
    route("menu-builder", "routes/admin/menu-builder/index.tsx"),
    route("menu-builder/TreeNode", "routes/admin/menu-builder/tree-node.tsx", { caseSensitive: true }),
    route("footer-menu-builder", "routes/admin/footer-menu-builder/index.tsx"),
    route("footer-menu-builder/FooterColumn", "routes/admin/footer-menu-builder/footer-column.tsx", { caseSensitive: true }),
    route("undo", "routes/admin/undo.ts"),
    route("setup", "routes/admin/setup/index.tsx"),
    route("site-settings", "routes/admin/site-settings/index.tsx"),
    route("site-settings/emails", "routes/admin/site-settings/emails/index.tsx"),
    route("site-settings/file", "routes/admin/site-settings/file.tsx"),
    route("site-settings/configuration.json", "routes/admin/site-settings/configuration.ts"),
    route("*", "routes/admin/not-found.tsx"),
  ]),

  ...prefix("admin/api", [
    route("me", "routes/admin/api/me.ts"),
    route("login", "routes/admin/api/login.ts"),
    route("logout", "routes/admin/api/logout.ts"),
    route("search", "routes/admin/api/search.ts"),
    route("records", "routes/admin/api/records.ts"),
    route("import", "routes/admin/api/import.ts"),
    route("media", "routes/admin/api/media.ts"),
    route("media/:id", "routes/admin/api/media-words.ts"),
    route("poll-orders", "routes/admin/api/poll-orders.ts"),
    route("new-orders-count", "routes/admin/api/new-orders-count.ts"),
    route("orders", "routes/admin/api/orders.ts"),
    route("orders/live", "routes/admin/api/orders-live.ts"),
    route("orders/push", "routes/admin/api/orders-push.ts"),
    route("orders/search", "routes/admin/api/search.ts", { id: "routes/admin/api/orders-search" }),
    route("orders/:id", "routes/admin/api/order.ts"),
    route("orders/:id/:action", "routes/admin/api/order-action.ts"),
    route("customers", "routes/admin/api/customers/list.ts"),
    route("customers/:id", "routes/admin/api/customers/one.ts"),
    route("promotions", "routes/admin/api/promotions/list.ts"),
    route("promotions/:id", "routes/admin/api/promotions/one.ts"),
    route("coupon-sets/:id", "routes/admin/api/promotions/codes.ts"),
    route("categories", "routes/admin/api/categories/list.ts"),
    route("categories/:id", "routes/admin/api/categories/one.ts"),
    route("products", "routes/admin/api/products.ts"),
    route("products/:id", "routes/admin/api/product.ts"),
    route("*", "routes/admin/api/not-found.ts"),
  ]),

  ...prefix("api", [
    route("_auth/session", "routes/api/auth-session.ts"),
    route("version", "routes/api/version.ts"),
    route("site-settings", "routes/api/site-settings.ts"),
    route("closed-banner", "routes/api/closed-banner.ts"),
    route("site-menu/:name", "routes/api/site-menu.ts"),
    route("categories", "routes/api/categories.ts"),
    route("products", "routes/api/products.ts"),
    route("suggestions", "routes/api/cart/suggestions.ts"),
    route("products/:id", "routes/api/product.ts"),
    route("cart", "routes/api/cart/cart.ts"),
    route("cart-badge", "routes/api/cart/cart-badge.ts"),
    route("cart/items", "routes/api/cart/cart-items.ts"),
    route("cart/items/:id", "routes/api/cart/cart-item.ts"),
    route("apply-promotions", "routes/api/cart/apply-promotions.ts"),
    route("slots", "routes/api/cart/slots.ts"),
    route("checkout", "routes/api/checkout.ts"),
    route("order-status", "routes/api/order-status.ts"),
    route("order-status/:action", "routes/api/order-status-action.ts"),
    route("webhooks/stripe", "routes/api/webhooks-stripe.ts"),
    route("openapi.json", "routes/api/openapi.ts"),
    route("*", "routes/api/not-found.ts"),
  ]),

  route("opening-soon.html", "routes/shop/opening-soon.tsx"),
  route("sitemap.xml", "routes/shop/files/sitemap.ts"),
  route("robots.txt", "routes/shop/files/robots.ts"),
  route("manifest.webmanifest", "routes/shop/files/manifest.ts"),
] satisfies RouteConfig;

/** The standard pages of a section: the list, the form under two addresses, and the delete page. */
function recordPages({ name, deletion }: Section): RouteConfigEntry[] {
  if (deletion === undefined) return [];
  const folder = `routes/admin/${name}`;
  const deletePage = deletion === null ? `${folder}/delete.tsx` : "routes/admin/delete-record.tsx";
  return [
    route(name, `${folder}/index.tsx`),
    ...prefix(name, [
      route("add", `${folder}/form.tsx`, { id: `${folder}/add` }),
      route("edit/:id", `${folder}/form.tsx`),
      route("delete/:id", deletePage, { id: `${folder}/delete` }),
    ]),
  ];
}
