import { RouterContextProvider, type LoaderFunctionArgs } from "react-router";
import { requestContext, servicesContext, type Services } from "#app/http/context.server.ts";
import { guardAdmin } from "#app/http/guards/admin-guard.server.ts";
import * as categoryList from "#app/routes/admin/api/categories/list.ts";
import * as category from "#app/routes/admin/api/categories/one.ts";
import * as couponSet from "#app/routes/admin/api/promotions/codes.ts";
import * as customerList from "#app/routes/admin/api/customers/list.ts";
import * as customer from "#app/routes/admin/api/customers/one.ts";
import * as order from "#app/routes/admin/api/order.ts";
import * as orderAction from "#app/routes/admin/api/order-action.ts";
import * as orderList from "#app/routes/admin/api/orders.ts";
import * as product from "#app/routes/admin/api/product.ts";
import * as productList from "#app/routes/admin/api/products.ts";
import * as promotionList from "#app/routes/admin/api/promotions/list.ts";
import * as promotion from "#app/routes/admin/api/promotions/one.ts";
import type { ApiScope } from "#app/staff/domain/api-token.ts";
import { createApiToken } from "#app/staff/workflows/api-tokens.server.ts";

/** The administrator who creates the tokens. */
type Maker = Parameters<typeof createApiToken>[1];

export async function tokenWith(services: Services, maker: Maker, ...scopes: readonly ApiScope[]) {
  const made = await createApiToken(services.db, maker, { name: "Stock list", scopes: [...scopes], days: 30 }, services.now());
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

export interface TokenCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly now?: Date;
}

const ROUTES = [
  [/^\/admin\/api\/orders$/, orderList],
  [/^\/admin\/api\/orders\/(?<id>[^/]+)$/, order],
  [/^\/admin\/api\/orders\/(?<id>[^/]+)\/(?<action>[^/]+)$/, orderAction],
  [/^\/admin\/api\/products$/, productList],
  [/^\/admin\/api\/products\/(?<id>[^/]+)$/, product],
  [/^\/admin\/api\/categories$/, categoryList],
  [/^\/admin\/api\/categories\/(?<id>[^/]+)$/, category],
  [/^\/admin\/api\/customers$/, customerList],
  [/^\/admin\/api\/customers\/(?<id>[^/]+)$/, customer],
  [/^\/admin\/api\/promotions$/, promotionList],
  [/^\/admin\/api\/promotions\/(?<id>[^/]+)$/, promotion],
  [/^\/admin\/api\/coupon-sets\/(?<id>[^/]+)$/, couponSet],
] as const;

/** The response to a program with this token; a call without a route here returns 200 if the guard allows it. */
export async function callWithToken(services: Services, token: string, path: string, options: TokenCall = {}) {
  const { method = "GET", body, headers = {}, now = services.now() } = options;
  const url = new URL(path, services.env.publicUrl);
  const request = new Request(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, now: () => now });
  context.set(requestContext, { id: "test", method, clientAddress: "127.0.0.1", nonce: "" });
  const args = (params: Record<string, string>): LoaderFunctionArgs => ({ request, url, params, pattern: url.pathname, context });
  const next = async () => {
    for (const [pattern, { loader, action }] of ROUTES) {
      const match = pattern.exec(url.pathname);
      if (match !== null) return (method === "GET" ? loader : action)(args({ ...match.groups }));
    }
    return new Response(null);
  };
  const answer = (await guardAdmin(args({}), next)) ?? new Response(null);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, data: text === "" ? null : (JSON.parse(text) as Record<string, unknown>) };
}
