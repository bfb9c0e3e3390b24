import { sql } from "drizzle-orm";
import { createElement } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { LISTENER } from "#app/platform/db/page-changes.server.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db, url } = await createTestDatabase();
await db.execute(sql`insert into products (id, name, price_cents) values (1, 'Bread', 500)`);

/** Renders of the page by all processes. */
let renders = 0;
/** The request facts that the routes saw. */
let seen: readonly string[] = [];

const product = {
  id: "routes/shop/product",
  async loader({ request, context }: LoaderFunctionArgs) {
    renders += 1;
    seen = [...request.headers.keys(), request.url];
    const [row] = await context.get(servicesContext).db.execute<{ name: string }>(sql`select name from products where id = 1`, "objects");
    return { name: row?.name, nonce: context.get(requestContext).nonce };
  },
  default() {
    const { name, nonce } = useLoaderData<{ name: string; nonce: string }>();
    const script = (code: string, by?: string) => createElement("script", { nonce: by, dangerouslySetInnerHTML: { __html: code } });
    return createElement("main", null, createElement("p", null, name), script("go()", nonce), script("bad()"));
  },
};
const own = { loader: ({ context }: LoaderFunctionArgs) => ({ nonce: context.get(requestContext).nonce }), default: () => "own" };
/** Renames the product in a transaction of this process. */
const rename = {
  action: async ({ context, request }: LoaderFunctionArgs) => {
    const name = new URL(request.url).searchParams.get("name");
    await inTransaction(context.get(servicesContext).db, (tx) => tx.execute(sql`update products set name = ${name} where id = 1`));
    return new Response("done");
  },
};
const routes = { "products/:id": product, "own/:id": own, rename };
const [one, two] = [await bootSmallShop(url, routes), await bootSmallShop(url, routes)];

const read = async (shop = one, path = "/products/1", headers: Readonly<Record<string, string>> = {}) =>
  (await fetch(shop.url + path, { headers })).text();
const nameIn = (page: string) => /<p>(.*?)<\/p>/.exec(page)?.[1];
const renameThere = async (shop: typeof one, name: string) => {
  await (await fetch(`${shop.url}/rename?name=${name}`, { method: "POST", headers: { Origin: shop.url } })).text();
};

/** Until both processes serve the page from the cache. */
async function warm(): Promise<void> {
  for (const shop of [one, two]) {
    await expect
      .poll(
        async () => {
          const before = renders;
          await read(shop);
          return renders - before;
        },
        // A busy machine connects late.
        { timeout: 120_000 },
      )
      .toBe(0);
  }
}
beforeEach(warm);

test("the next request sees a change by this process", async () => {
  for (let round = 0; round < 20; round += 1) {
    await renameThere(one, `round${round}`);
    expect(nameIn(await read())).toBe(`round${round}`);
    await read();
  }
});

test("all processes see a change by another process and one by SQL", async () => {
  await renameThere(one, "other");
  await expect.poll(async () => nameIn(await read(two)), { interval: 20 }).toBe("other");
  await warm();
  await db.execute(sql`update products set name = 'import' where id = 1`);
  await expect.poll(async () => [nameIn(await read(one)), nameIn(await read(two))], { interval: 20 }).toEqual(["import", "import"]);
});

test("a process without its listening connection renders pages again, reconnects and caches again", async () => {
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${LISTENER} and datname = current_database()`,
  );
  await db.execute(sql`update products set name = 'unheard' where id = 1`);
  await expect.poll(async () => nameIn(await read(two)), { interval: 20 }).toBe("unheard");
  await expect
    .poll(
      async () =>
        (
          await db.execute(
            sql`select 1 from pg_stat_activity where application_name = ${LISTENER} and datname = current_database()`,
            "objects",
          )
        ).length,
    )
    .toBe(2);
  await warm();
  await renameThere(one, "heard");
  await expect.poll(async () => nameIn(await read(two)), { interval: 20 }).toBe("heard");
});

test("routes of shared pages get no visitor data", async () => {
  await renameThere(one, "fresh");
  await read(one, "/products/1", { Cookie: "cart=mine", Authorization: "Bearer x", "Accept-Language": "fr", Host: "evil.example" });
  expect(seen).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:0\/products\/1$/)]);
});

test("an unknown query parameter bypasses the cache", async () => {
  for (const query of ["?item=1", "?reviews=2&utm=x"]) {
    const before = renders;
    for (let times = 0; times < 3; times += 1) await read(one, `/products/1${query}`);
    expect(renders - before).toBe(3);
  }
});

test("scripts run by nonce, rendered or cached; text cannot contain a nonce", async () => {
  await renameThere(one, "csp");
  const answers = [await fetch(`${one.url}/products/1`), await fetch(`${one.url}/products/1`)];
  await warm();
  answers.push(await fetch(`${one.url}/products/1`), await fetch(`${one.url}/own/1`), await fetch(`${one.url}/own/1`));
  const nonces: unknown[] = [];
  for (const answer of answers) {
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([\w-]{22})' 'strict-dynamic';/.exec(policy)?.[1];
    nonces.push(nonce);
    const page = await answer.text();
    if (answer.url.includes("/products/")) {
      expect(page).toContain(`<script nonce="${nonce}">go()</script>`);
      expect(page).toContain("<script>bad()</script>");
    }
  }
  const [rendered, , cached, first, second] = nonces;
  expect(new Set([rendered, cached, first, second]).size).toBe(4);
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(answers.length);
  const [version, again] = [answers[0]!.headers.get("etag"), answers[2]!.headers.get("etag")];
  expect(again).toBe(version);
  // A busy machine may hear its database late, and then renders the page once more.
  await expect
    .poll(async () => {
      const { status, headers } = await fetch(`${one.url}/products/1`, { headers: { "If-None-Match": version ?? "" } });
      return [status, headers.has("content-security-policy")];
    })
    .toEqual([304, false]);
});
