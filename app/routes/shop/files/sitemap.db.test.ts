import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createVisitor, type CallableRoute } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import * as sitemap from "./sitemap.ts";

const { services } = await openTestShop();
const visitor = createVisitor(services);
const route = sitemap as unknown as CallableRoute;
const read = async (path: string) => (await visitor.call(route, "GET", path)).text();
const addresses = (text: string) => [...text.matchAll(/<loc>http:\/\/localhost:3000(.*?)<\/loc>/g)].map(([, path]) => path);

test("a small shop has one sitemap; a large one lists parts with every product once", async () => {
  await services.db.execute(sql`insert into products (name, price_cents, is_hidden) values ('Shown', 100, false), ('Hidden', 100, true)`);
  expect(addresses(await read("/sitemap.xml"))).toEqual(["/", "/products/1"]);
  await services.db.transaction(async (tx) => {
    // Without triggers: nobody searches for them.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into products (name, price_cents) select 'Bread', 100 from generate_series(1, 10000)`);
  });
  const index = await read("/sitemap.xml");
  expect(index).toContain("<sitemapindex");
  expect(addresses(index)).toEqual(["/sitemap.xml?part=1", "/sitemap.xml?part=2"]);
  const [first, second] = [addresses(await read("/sitemap.xml?part=1")), addresses(await read("/sitemap.xml?part=2"))];
  expect([first.length, first[0], second]).toEqual([10_001, "/", ["/products/10002"]]);
  expect((await visitor.call(route, "GET", "/sitemap.xml?part=3")).status).toBe(404);
});
