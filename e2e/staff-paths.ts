import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "drizzle-orm";
import routes from "#app/routes.ts";
import { SECTIONS } from "#app/staff/domain/sections.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** The record for `:id`, by the beginning of the address (the first match applies): the first row by id or by this order. */
const RECORDS: readonly (readonly [below: string, table: string, order?: string])[] = [
  ["/admin/category/", "categories"],
  ["/admin/customers/", "customers"],
  ["/admin/end-of-day/", "day_closings"],
  ["/admin/product/import/", "import_runs"],
  ["/admin/product/", "products"],
  ["/admin/promotions/", "promotions"],
  ["/admin/coupon-sets/", "coupon_sets"],
  ["/admin/customization-templates/", "customization_templates"],
  ["/admin/media-management/", "media"],
  ["/admin/cms/", "pages where slug <> ''"],
  ["/admin/users/", "users"],
  ...SECTIONS.flatMap(({ path, table }) => (table === undefined ? [] : [[`${path}/`, table.name] as const])),
  ["/admin/api-tokens/", "api_tokens"],
  ["/admin/webhooks/", "webhooks"],
  ["/admin/reviews/", "reviews"],
  ["/admin/history/", "audit_log"],
  ["/admin/orders/outbox/", "mail_outbox where kind <> 'staff_access'", "kind desc"],
  ["/admin/orders/", "orders where status <> 'pending_payment'", "status <> 'received', id"],
];

/** Pages that need a selection. */
const CHOSEN: Readonly<Record<string, string>> = {
  "/admin/product/prices": "?selected=all",
  "/admin/orders/tickets": "?search=status%3Dreceived",
};

/** An address of every page of the staff area in app/routes.ts, each with an existing record; throws if there is none. */
export async function staffPaths(db: Db): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const pattern of new Set(pagesOf(routes))) {
    if (!pattern.includes(":")) {
      paths.push(pattern + (CHOSEN[pattern] ?? ""));
      continue;
    }
    const [, from, order = "id"] = RECORDS.find(([below]) => pattern.startsWith(below)) ?? [];
    if (from === undefined) throw new Error(`say in RECORDS which record ${pattern} is about`);
    const [row] = await db.execute<{ id: string }>(sql.raw(`select id::text as id from ${from} order by ${order} limit 1`), "objects");
    if (row === undefined) throw new Error(`${pattern}: there is no row in ${from}`);
    paths.push(pattern.replace(":id", row.id));
  }
  return paths;
}

function* pagesOf(entries: readonly RouteConfigEntry[], above = ""): Generator<string> {
  for (const { path, index, file, children } of entries) {
    const full = path === undefined ? above : `${above}/${path}`;
    const isPage =
      file.startsWith("routes/admin/") && file.endsWith(".tsx") && !file.endsWith("layout.tsx") && (path !== undefined || index === true);
    if (isPage && full !== "/admin/login") yield full.replace("/*", "/nothing-there");
    yield* pagesOf(children ?? [], full);
  }
}
