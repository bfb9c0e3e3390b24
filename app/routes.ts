import { index, layout, prefix, route, type RouteConfig } from "@react-router/dev/routes";

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
    route("products/:id", "routes/shop/product.tsx"),
    route(":id/products", "routes/shop/category.tsx"),
    route("*", "routes/shop/page.tsx"),
  ]),

  route("admin/login", "routes/admin/login/index.tsx"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/index.tsx"),
    ...prefix("orders", [
      index("routes/admin/orders/index.tsx"),
      route("accepted", "routes/admin/orders/accepted.tsx"),
      route("rejected", "routes/admin/orders/rejected.tsx"),
      route("problems", "routes/admin/orders/problems.tsx"),
      route("account", "routes/admin/orders/account/index.tsx"),
      route("outbox", "routes/admin/orders/outbox/index.tsx"),
      route("outbox/:id", "routes/admin/orders/outbox/detail.tsx"),
      route(":id", "routes/admin/orders/detail.tsx"),
    ]),
    route("category", "routes/admin/category/index.tsx"),
    ...prefix("category", [
      route("add", "routes/admin/category/form.tsx", { id: "routes/admin/category/add" }),
      route("edit/:id", "routes/admin/category/form.tsx"),
      route("delete/:id", "routes/admin/category/delete.tsx"),
    ]),
    route("product", "routes/admin/product/index.tsx"),
    ...prefix("product", [route("prices", "routes/admin/product/prices.tsx")]),
    route("customization-templates", "routes/admin/customization-templates/index.tsx"),
    ...prefix("customization-templates", [
      route("add", "routes/admin/customization-templates/form.tsx", { id: "routes/admin/customization-templates/add" }),
      route("edit/:id", "routes/admin/customization-templates/form.tsx"),
      route("apply/:id", "routes/admin/customization-templates/apply.tsx"),
      route("delete/:id", "routes/admin/customization-templates/delete.tsx"),
    ]),
    ...prefix("media-management", [
      index("routes/admin/media-management/index.tsx"),
      route("edit/:id", "routes/admin/media-management/edit.tsx"),
      route("delete/:id", "routes/admin/media-management/delete.tsx"),
    ]),
    ...prefix("product", [
      route("add", "routes/admin/product/form.tsx", { id: "routes/admin/product/add" }),
      route("edit/:id", "routes/admin/product/form.tsx"),
      route("delete/:id", "routes/admin/product/delete.tsx"),
      route("duplicate/:id", "routes/admin/product/duplicate.ts"),
      route("questions", "routes/admin/product/questions.ts"),
    ]),
    route("users", "routes/admin/users/index.tsx"),
    ...prefix("users", [
      route("add", "routes/admin/users/form.tsx", { id: "routes/admin/users/add" }),
      route("edit/:id", "routes/admin/users/form.tsx"),
      route("delete/:id", "routes/admin/users/delete.tsx"),
    ]),
    route("reviews", "routes/admin/reviews/index.tsx"),
    route("reviews/add", "routes/admin/reviews/form.tsx", { id: "routes/admin/reviews/add" }),
    route("reviews/:id/edit", "routes/admin/reviews/form.tsx"),
    route("undo", "routes/admin/undo.ts"),
    route("site-settings", "routes/admin/site-settings/index.tsx"),
    route("*", "routes/admin/not-found.tsx"),
  ]),

  ...prefix("admin/api", [
    route("me", "routes/admin/api/me.ts"),
    route("login", "routes/admin/api/login.ts"),
    route("logout", "routes/admin/api/logout.ts"),
    route("search", "routes/admin/api/search.ts"),
    route("media", "routes/admin/api/media.ts"),
    route("media/:id", "routes/admin/api/media-words.ts"),
    route("poll-orders", "routes/admin/api/poll-orders.ts"),
    route("new-orders-count", "routes/admin/api/new-orders-count.ts"),
    route("orders", "routes/admin/api/orders.ts"),
    route("orders/live", "routes/admin/api/orders-live.ts"),
    route("orders/search", "routes/admin/api/search.ts", { id: "routes/admin/api/orders-search" }),
    route("orders/:id", "routes/admin/api/order.ts"),
    route("orders/:id/:action", "routes/admin/api/order-action.ts"),
    route("*", "routes/admin/api/not-found.ts"),
  ]),

  ...prefix("api", [
    route("_auth/session", "routes/api/auth-session.ts"),
    route("version", "routes/api/version.ts"),
    route("site-settings", "routes/api/site-settings.ts"),
    route("site-menu/:name", "routes/api/site-menu.ts"),
    route("categories", "routes/api/categories.ts"),
    route("products", "routes/api/products.ts"),
    route("products/:id", "routes/api/product.ts"),
    route("cart", "routes/api/cart.ts"),
    route("cart-badge", "routes/api/cart-badge.ts"),
    route("cart/items", "routes/api/cart-items.ts"),
    route("cart/items/:id", "routes/api/cart-item.ts"),
    route("apply-promotions", "routes/api/apply-promotions.ts"),
    route("slots", "routes/api/slots.ts"),
    route("checkout", "routes/api/checkout.ts"),
    route("order-status", "routes/api/order-status.ts"),
    route("order-status/:action", "routes/api/order-status-action.ts"),
    route("webhooks/stripe", "routes/api/webhooks-stripe.ts"),
    route("openapi.json", "routes/api/openapi.ts"),
    route("*", "routes/api/not-found.ts"),
  ]),

  route("sitemap.xml", "routes/shop/sitemap.ts"),
  route("robots.txt", "routes/shop/robots.ts"),
] satisfies RouteConfig;
