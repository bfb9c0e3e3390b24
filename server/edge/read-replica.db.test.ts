import { sql } from "drizzle-orm";
import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import * as dashboard from "#app/routes/admin/index.tsx";
import * as productList from "#app/routes/admin/product/index.tsx";
import * as search from "#app/routes/admin/api/search.ts";
import { readDb, servicesContext, staffContext } from "#app/http/context.server.ts";
import { afterUse } from "#test/after-use.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";

/**
 * The primary stands in for the replica. Views there rename its products and hide its orders, so that a response tells where it was read. A real replica:
 * test/cluster/hosts.cluster.test.ts.
 */
const primary = await createTestDatabase();
const proxy = await openDatabaseProxy(primary.url);
afterUse(() => proxy.close());
await insertProduct(primary.db, { name: "Primary soup" });
await primary.db.execute(
  sql.raw(`create schema replica; create view replica.orders as select * from public.orders where false;
  do $$ declare columns text; begin
    select string_agg(case attname when 'name' then 'replace(name, ''Primary'', ''Replica'') as name' else quote_ident(attname) end, ', ' order by attnum)
      into columns from pg_attribute where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped;
    execute 'create view replica.products as select ' || columns || ' from public.products';
  end $$`),
);
const replicaUrl = `${proxy.url}?options=-csearch_path%3Dreplica,public`;

const ANA = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };

async function listProducts(args: Parameters<typeof productList.loader>[0]): Promise<Response> {
  args.context.set(staffContext, ANA);
  return Response.json(await productList.loader(args));
}

/** Where the failing route was read. */
const failed: ("primary" | "replica")[] = [];

const shop = await bootSmallShop(
  primary.url,
  {
    "admin/product": {
      loader: listProducts,
      action: () => new Response("saved"),
    },
    "admin/api/search": {
      loader: ({ context, ...args }) => {
        context.set(staffContext, ANA);
        return search.loader({ context, ...args });
      },
    },
    admin: {
      loader: async (args) => {
        args.context.set(staffContext, ANA);
        return Response.json((await dashboard.loader(args)).dashboard?.figures?.report.current.days.map(({ orders }) => orders));
      },
    },
    "admin/fails/:code": {
      loader: async ({ context, params }: LoaderFunctionArgs) => {
        const db = readDb(context);
        failed.push(db === context.get(servicesContext).db ? "primary" : "replica");
        await db.execute(sql.raw(`do $$ begin raise exception using errcode = '${params.code}'; end $$`));
      },
    },
    "api/products": { loader: ({ context }: LoaderFunctionArgs) => Response.json(readDb(context) === context.get(servicesContext).db) },
  },
  { environment: { DATABASE_READ_URL: replicaUrl } },
);
afterUse(() => shop.stop());

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => (await fetch(`${shop.url}${path}`, { headers })).text();
const listFrom = async (headers?: Readonly<Record<string, string>>) =>
  /(?<from>Primary|Replica) soup/.exec(await get("/admin/product", headers))?.groups?.from;
/** Asks until then: a check that takes long on a busy machine leads to the primary for a moment. */
async function untilListed(from: string, headers?: Readonly<Record<string, string>>): Promise<void> {
  await expect.poll(() => listFrom(headers)).toBe(from);
}

test("staff lists and search read from the replica, customers' pages do not", async () => {
  await untilListed("Replica");
  await expect.poll(() => get("/admin/api/search?q=soup&kind=product")).toContain("Replica soup");
  expect(await get("/admin/product?view=sheet")).toContain("Primary soup");
  expect(await get("/api/products")).toBe("true");
});

test("the live dashboard reads from the primary", async () => {
  await storeOrder(primary.db, { placedAt: new Date() });
  await untilListed("Replica");
  expect(await get("/admin")).toBe("[1]");
});

test("a browser reads from the primary for five seconds after a change", async () => {
  await untilListed("Replica");
  const saved = await fetch(`${shop.url}/admin/product`, { method: "POST", body: new URLSearchParams({ a: "b" }) });
  const [cookie = ""] = saved.headers.getSetCookie();
  expect(cookie).toMatch(/^changed=.*Max-Age=5;.*HttpOnly/);
  expect(await listFrom({ Cookie: cookie.split(";")[0] ?? "" })).toBe("Primary");
  await untilListed("Replica", { Cookie: "changed=true" });
  await untilListed("Replica");
});

test("programs with a token, which store no cookies, read from the primary", async () => {
  await untilListed("Replica");
  expect(await listFrom({ Authorization: "Bearer x" })).toBe("Primary");
});

test("a silent replica delays no page for long and is used again afterwards", async () => {
  await untilListed("Replica");
  proxy.stall();
  // Waits on the replica until that is given up, then is read from the primary.
  expect(await listFrom()).toBe("Primary");
  expect(await listFrom()).toBe("Primary");
  proxy.resume();
  await untilListed("Replica");
});

test.each([
  ["40001", "a conflict with the replica's recovery", ["replica", "primary"]],
  ["08006", "a lost connection", ["replica", "primary"]],
  ["57014", "the limit of a statement", ["replica"]],
  ["25P03", "the limit of a transaction", ["replica"]],
])("repeats a request on the primary only if the replica was lost: %s, %s", async (code, _what, reads) => {
  const readFrom = async () => {
    failed.length = 0;
    expect((await fetch(`${shop.url}/admin/fails/${code}`)).status).toBe(503);
    return [...failed];
  };
  await expect.poll(readFrom).toEqual(reads);
});

test("a shop starts and serves while the replica refuses connections", async () => {
  const away = await bootSmallShop(
    primary.url,
    { "admin/product": { loader: listProducts } },
    { environment: { DATABASE_READ_URL: "postgres://nobody@127.0.0.1:9/none" } },
  );
  expect(await (await fetch(`${away.url}/admin/product`)).text()).toContain("Primary soup");
  await away.stop();
});
