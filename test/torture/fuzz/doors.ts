import { sql } from "drizzle-orm";
import { openApiDocument } from "#app/routes/api/openapi/document.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { send } from "#e2e/calls/send.ts";
import { formsOf, type PageForm } from "./page-forms.ts";
import type { Facts, Schema } from "./sample-schema.ts";
import { drawCall, drawForm, type CallShape, type Door } from "./shots.ts";

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly security?: readonly object[];
}

/** Routes that take files one after the other (app/http/limits/uploads.server.ts). */
const UPLOADS: readonly string[] = ["/admin/api/import", "/admin/api/media"];

/** Every call of the API description. */
export function callDoors(facts: Facts): readonly Door[] {
  const paths = Object.entries(openApiDocument("", "").paths ?? {}) as [string, Record<string, Operation>][];
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, security }]): Door => {
      const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
      const query = Object.fromEntries(parameters.filter((each) => each.in === "query").map(({ name, schema }) => [name, schema]));
      const shape: CallShape = { method, path, query, body: content?.schema ?? null, isMultipart: type === "multipart/form-data" };
      return {
        name: `${method.toUpperCase()} ${path}`,
        isForStaff: security !== undefined,
        isUpload: UPLOADS.includes(path),
        draw: (dice) => drawCall(shape, facts, dice),
      };
    }),
  );
}

/** Values of existing rows, by the field names that calls use for them. */
export async function readFacts(db: Db): Promise<Facts> {
  const list = async (expression: string, from: string): Promise<readonly unknown[]> =>
    (await db.execute<{ value: unknown }>(sql.raw(`select ${expression} as value from ${from} limit 20`), "objects")).map(
      ({ value }) => value,
    );
  const [products, categories, orders, tokens, items, media, templates, options] = await Promise.all([
    list("id", "products"),
    list("id", "categories"),
    list("id::text", "orders where status = 'received' or status = 'accepted'"),
    list("public_token", "orders where placed_at is not null"),
    list("id::text", "order_items"),
    list("id", "media"),
    list("id", "customization_templates"),
    list("id", "customization_options"),
  ]);
  const ofOrders = Object.fromEntries(
    "accept reject delay edit preparing ready out complete cancel undo refund note message"
      .split(" ")
      .map((action) => [`/admin/api/orders/{id}/${action} id`, orders]),
  );
  return {
    ...ofOrders,
    "/admin/api/orders/{id} id": orders,
    "/api/products/{id} id": products,
    "/admin/api/products/{id} id": products,
    "/admin/api/categories/{id} id": categories,
    "/admin/api/media/{id} id": media,
    "/api/site-menu/{name} name": ["site_top_menu", "footer_menu"],
    productId: products,
    product_id: products,
    order: tokens,
    itemId: items,
    itemIds: items,
    removeItemIds: items,
    templateId: templates,
    optionId: options,
    version: [0, 1, 2, 3],
    email: ["ana@example.com"],
  };
}

/** Addresses that scripts post a form's fields to, besides the form's own. */
const BY_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  "/admin/promotions/add": ["/admin/promotions/check", "/admin/promotions/preview"],
};

/** Every form of these pages, one entry point per address and set of fields. */
export async function formDoors(url: string, paths: readonly string[], cookie: string): Promise<readonly Door[]> {
  const doors = new Map<string, PageForm>();
  for (const path of paths) {
    const { text, status } = await send(url, { method: "GET", path, headers: { Cookie: cookie, Accept: "text/html" } });
    if (status !== 200) continue;
    for (const form of formsOf(text, path)) {
      const names = form.controls.map(({ name, kind, values }) => (kind === "button" ? `${name}=${values.join()}` : name));
      const at = form.action.split("?")[0] ?? "";
      // One entry point for all rows of a list.
      const fields = [...new Set(names.map(withoutIds))].sort().join(" ").slice(0, 100);
      const nameAt = (address: string) => withoutIds(`form ${address} (${fields})`);
      doors.set(nameAt(at), form);
      for (const address of BY_SCRIPT[at] ?? []) doors.set(nameAt(address), { ...form, action: address });
    }
  }
  return [...doors].map(([name, form]) => ({
    name,
    isForStaff: true,
    isUpload: UPLOADS.includes(form.action.split("?")[0] ?? ""),
    draw: (dice) => drawForm(form, dice),
  }));
}

function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[\d:.TZ-]*\d[\d:.TZ-]*/g, "#");
}
