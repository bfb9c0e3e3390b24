import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import * as productList from "#app/routes/admin/product/index.tsx";
import * as search from "#app/routes/admin/api/search.ts";
import { readDb, servicesContext, staffContext } from "#app/http/context.server.ts";
import { afterUse } from "#test/after-use.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

/** Another database of the same server stands in for the replica, so that an answer tells where it was read. A real one: test/cluster/hosts.cluster.test.ts. */
const primary = await createTestDatabase();
const replica = await createTestDatabase();
const proxy = await openDatabaseProxy(replica.url);
afterUse(() => proxy.close());
await insertProduct(primary.db, { name: "Primary soup" });
await insertProduct(replica.db, { name: "Replica soup" });

const shop = await bootSmallShop(
  primary.url,
  {
    "admin/product": {
      loader: async (args) => Response.json(await productList.loader(args)),
      action: () => new Response("saved"),
    },
    "admin/api/search": {
      loader: ({ context, ...args }) => {
        context.set(staffContext, { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] });
        return search.loader({ context, ...args });
      },
    },
    "api/products": { loader: ({ context }: LoaderFunctionArgs) => Response.json(readDb(context) === context.get(servicesContext).db) },
  },
  { environment: { DATABASE_READ_URL: proxy.url } },
);
afterUse(() => shop.stop());

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => (await fetch(`${shop.url}${path}`, { headers })).text();
const listFrom = async (headers?: Readonly<Record<string, string>>) =>
  /(?<from>Primary|Replica) soup/.exec(await get("/admin/product", headers))?.groups?.from;
async function untilListed(from: string): Promise<void> {
  await expect.poll(() => listFrom()).toBe(from);
}

test("staff lists and search read from the replica, customers' pages do not", async () => {
  await untilListed("Replica");
  expect(await get("/admin/api/search?q=soup&kind=product")).toContain("Replica soup");
  expect(await get("/admin/product?view=sheet")).toContain("Primary soup");
  expect(await get("/api/products")).toBe("true");
});

test("a browser that changed something reads from the primary for five seconds", async () => {
  await untilListed("Replica");
  const saved = await fetch(`${shop.url}/admin/product`, { method: "POST", body: new URLSearchParams({ a: "b" }) });
  const [cookie = ""] = saved.headers.getSetCookie();
  expect(cookie).toMatch(/^changed=.*Max-Age=5;.*HttpOnly/);
  expect(await listFrom({ Cookie: cookie.split(";")[0] ?? "" })).toBe("Primary");
  expect(await listFrom({ Cookie: "changed=true" })).toBe("Replica");
  expect(await listFrom()).toBe("Replica");
});

test("programs with a token, which keep no cookies, read from the primary", async () => {
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

test("a shop starts and serves while the replica refuses connections", async () => {
  const away = await bootSmallShop(
    primary.url,
    { "admin/product": { loader: async (args) => Response.json(await productList.loader(args)) } },
    { environment: { DATABASE_READ_URL: "postgres://nobody@127.0.0.1:9/none" } },
  );
  expect(await (await fetch(`${away.url}/admin/product`)).text()).toContain("Primary soup");
  await away.stop();
});
