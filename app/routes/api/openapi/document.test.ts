import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { staffActionSchemasIn } from "#app/orders/domain/order.schema.ts";
import routes from "#app/routes.ts";
import { scopeOfCall } from "#app/staff/domain/api-token.ts";
import { openApiDocument } from "./document.ts";

const document = openApiDocument("http://localhost:3000", "test");
const paths = Object.keys(document.paths ?? {});

function pathsOf(entries: readonly RouteConfigEntry[], base = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    return entry.children === undefined || entry.children.length === 0 ? [`/${path}`] : pathsOf(entry.children, path);
  });
}

test("every call of the URL table is described", () => {
  const calls = pathsOf(routes).filter((path) => /^\/(admin\/)?api\//.test(path) && !path.endsWith("/*"));
  const wanted = calls.flatMap((path) => {
    const template = path.replace(/:(\w+)/g, "{$1}");
    if (template === "/admin/api/orders/{id}/{action}")
      return ["receipt", ...Object.keys(staffActionSchemasIn("USD"))].map((action) => template.replace("{action}", action));
    if (template === "/api/order-status/{action}")
      return ["receipt", "cancel", "arrived", "review", "pay"].map((action) => template.replace("{action}", action));
    return [template];
  });
  expect(wanted.filter((path) => !paths.includes(path))).toEqual([]);
});

test("the input of a call comes from the schema that validates it", () => {
  const body = JSON.stringify(document.paths?.["/api/cart/items"]?.post?.requestBody);
  expect(JSON.parse(body)).toMatchObject({
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["productId"],
          additionalProperties: false,
          properties: { quantity: { minimum: 1, maximum: 99 } },
        },
      },
    },
  });
  const checkout = JSON.parse(JSON.stringify(document.paths?.["/api/checkout"]?.post)) as {
    parameters: { name: string; in: string; required: boolean }[];
  };
  expect(checkout.parameters).toMatchObject([{ name: "Idempotency-Key", in: "header", required: true }]);
});

test("everything in the document has a schema, and every reference resolves", () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]);
  expect(references.length).toBeGreaterThan(20);
  for (const name of new Set(references)) expect(Object.keys(document.components?.schemas ?? {})).toContain(name);
  expect(document.openapi).toMatch(/^3\.1/);
});

test("API tokens may use the calls that list their scope", () => {
  const open: string[] = [];
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const address = path.replace("{id}", path.startsWith("/admin/api/orders/") ? "0197a5a0-0000-7000-8000-000000000001" : "1");
    for (const method of ["get", "post", "put", "patch", "delete"] as const) {
      const operation = item[method];
      if (operation === undefined) continue;
      const scopes = operation.security?.flatMap((each) => each["apiToken"] ?? []) ?? [];
      expect(scopes, `${method} ${path}`).toEqual([scopeOfCall(method.toUpperCase(), address)].filter((scope) => scope !== null));
      if (scopes.length > 0) open.push(`${method} ${path}`);
    }
  }
  expect(open.length).toBe(Object.keys(staffActionSchemasIn("USD")).length + 24);
});

test("staff calls declare their session, public ones none", () => {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
      if (operation === undefined) continue;
      const isStaff = path.startsWith("/admin/") && !/\/(login|logout)$/.test(path);
      expect(operation.security === undefined ? [] : Object.keys(operation.security[0] ?? {}), path).toEqual(
        isStaff ? ["staffSession"] : [],
      );
    }
  }
});
