import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { importItems, importRuns } from "#app/catalogue/data/import/tables.ts";
import { pages, reviews } from "#app/content/data/tables.ts";
import { media } from "#app/media/data/tables.ts";
import { dayClosings } from "#app/orders/data/closing/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { webhooks } from "#app/orders/data/webhooks/tables.ts";
import * as products from "#app/routes/admin/product/index.tsx";
import { couponCodes } from "#app/promotions/data/tables.ts";
import { apiTokens, auditLog, users } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct, insertTemplate } from "#test/catalogue.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { openCouponSetPages } from "#test/coupon-set-pages.ts";
import { ofPage, orderLists, type Emptied } from "#test/emptied-lists.ts";
import { filesOfRoutes } from "#test/route-files.ts";
import { openTestShop } from "#test/shop.ts";
import { openStandardSections, STANDARD_SECTIONS } from "#test/standard-sections.ts";
import { openOwnersPages, type PageAnswer } from "#test/staff-pages.ts";

/*
 * Lists emptied from their last page: its last row goes by an act of staff, and the same address, which the browser loads again, leads to the
 * page that is the last one now. The lists come from the route files: a new one fails until it stands here.
 */

const { services } = await openTestShop();
const { db } = services;
const ana = await openOwnersPages(services);
const { addSet, act: actOnSet } = openCouponSetPages(db, ana);

type Module = Parameters<typeof ana.get>[0] & Parameters<typeof ana.post>[0];
const MODULES = import.meta.glob<Module>("./**/*.tsx");
const load = (file: string) => MODULES[`./${file}`]!();
const sections = openStandardSections(ana, load);

/** The delete page of a record. */
const deletes =
  (file: string, path: string, fields: Readonly<Record<string, string>> = {}) =>
  async (id: number | string): Promise<PageAnswer> =>
    ana.post(await load(file), `${path}/${id}`, fields, { id: String(id) });
const twice = async (make: (name: string) => Promise<number>) => [await make("First"), await make("Second")];
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

// Whoever has no role may be deleted while somebody else is in charge.
await db.insert(users).values({ name: "Owner", email: "owner@example.com", passwordHash: "", roles: ["super-admin"] });
const set = await addSet("Flyer");
const linked = await insertTemplate(db, { name: "Linked" }, [{}]);
const [run] = await db.insert(importRuns).values({ fileName: "menu.csv", sizeBytes: 1, userName: "Ana" }).returning({ id: importRuns.id });

const LISTS: readonly Emptied[] = [
  {
    file: "category/index.tsx",
    path: "/admin/category",
    search: "status=shown",
    fill: () => twice((name) => insertCategory(db, { name })),
    remove: deletes("category/delete.tsx", "/admin/category/delete", { products: "" }),
  },
  {
    file: "product/index.tsx",
    path: "/admin/product",
    fill: () => twice((name) => insertProduct(db, { name })),
    remove: deletes("product/delete.tsx", "/admin/product/delete", { intent: "bin" }),
  },
  {
    file: "customization-templates/index.tsx",
    path: "/admin/customization-templates",
    search: "q=Gone",
    fill: () => twice(async (name) => (await insertTemplate(db, { name: `Gone ${name}` }, [{}])).id),
    remove: deletes("customization-templates/delete.tsx", "/admin/customization-templates/delete", { links: "copy" }),
  },
  {
    file: "customization-templates/apply.tsx",
    path: `/admin/customization-templates/apply/${linked.id}`,
    params: { id: String(linked.id) },
    fill: () => twice((name) => insertProduct(db, { name })),
    remove: deletes("product/delete.tsx", "/admin/product/delete", { intent: "bin" }),
  },
  {
    file: "media-management/index.tsx",
    path: "/admin/media-management",
    fill: async () =>
      idsOf(
        await db
          .insert(media)
          .values(
            ["a", "b"].map((key) => ({
              key,
              fileName: `${key}.jpg`,
              mimeType: "image/jpeg",
              width: 10,
              height: 10,
              colour: "#ffffff",
              variants: [],
              contentHash: key,
            })),
          )
          .returning(),
      ),
    remove: deletes("media-management/delete.tsx", "/admin/media-management/delete"),
  },
  {
    file: "cms/index.tsx",
    path: "/admin/cms",
    fill: async () =>
      idsOf(
        await db
          .insert(pages)
          .values([
            { slug: "one", title: "One", html: "", status: "draft" },
            { slug: "two", title: "Two", html: "", status: "draft" },
          ])
          .returning(),
      ),
    remove: deletes("cms/page.tsx", "/admin/cms/page", { intent: "delete" }),
  },
  {
    file: "reviews/index.tsx",
    path: "/admin/reviews",
    search: "status=pending",
    fill: async () => {
      const productId = await insertProduct(db);
      return idsOf(
        await db
          .insert(reviews)
          .values(["Bea", "Cy"].map((authorName) => ({ productId, authorName, rating: 4, body: "Good" })))
          .returning(),
      );
    },
    remove: async (id) =>
      ana.post(await load("reviews/index.tsx"), "/admin/reviews?status=pending", { intent: "hide", selected: String(id) }),
  },
  {
    file: "users/index.tsx",
    path: "/admin/users",
    search: "role=none",
    fill: async () =>
      idsOf(
        await db
          .insert(users)
          .values(["a", "b"].map((name) => ({ name, email: `${name}@example.com`, passwordHash: "", roles: [] })))
          .returning(),
      ),
    remove: deletes("users/delete.tsx", "/admin/users/delete"),
  },
  {
    file: "customers/index.tsx",
    path: "/admin/customers",
    search: "blocked=yes",
    fill: async () =>
      idsOf(
        await db
          .insert(customers)
          .values(["Bea", "Cy"].map((name) => ({ name, email: "", phone: "", isBlocked: true })))
          .returning(),
      ),
    remove: async (id) => ana.edit(await load("customers/detail.tsx"), `/admin/customers/${id}`, { isBlocked: "" }, { id: String(id) }),
  },
  {
    file: "api-tokens/index.tsx",
    path: "/admin/api-tokens",
    search: "status=active",
    fill: async () =>
      idsOf(
        await db
          .insert(apiTokens)
          .values(["a", "b"].map((name) => ({ name, tokenHash: name, userId: 1, expiresAt: new Date("2199-01-01") })))
          .returning(),
      ),
    remove: async (id) =>
      ana.post(await load("api-tokens/index.tsx"), "/admin/api-tokens?status=active", { intent: "revoke", selected: String(id) }),
  },
  {
    file: "webhooks/index.tsx",
    path: "/admin/webhooks",
    fill: async () =>
      idsOf(
        await db
          .insert(webhooks)
          .values(["a", "b"].map((name) => ({ url: `https://example.com/${name}`, secret: name })))
          .returning(),
      ),
    remove: deletes("webhooks/delete.tsx", "/admin/webhooks/delete"),
  },
  {
    file: "coupon-sets/index.tsx",
    path: "/admin/coupon-sets",
    search: "q=Gone",
    fill: () => twice((name) => addSet(`Gone ${name}`)),
    remove: (id) => actOnSet(Number(id), { intent: "delete" }),
  },
  {
    file: "coupon-sets/detail.tsx",
    path: `/admin/coupon-sets/${set}`,
    params: { id: String(set) },
    search: "status=active",
    fill: async () =>
      idsOf(
        await db
          .insert(couponCodes)
          .values(["SUM1", "SUM2"].map((code) => ({ code, normalizedCode: code, couponSetId: set })))
          .returning(),
      ),
    remove: (id) => actOnSet(set, { intent: "revoke", selected: String(id) }),
  },
  {
    file: "product/import/index.tsx",
    path: "/admin/product/import",
    search: "q=gone",
    fill: async () =>
      idsOf(
        await db
          .insert(importRuns)
          .values(["gone-1.csv", "gone-2.csv"].map((fileName) => ({ fileName, sizeBytes: 1, userName: "Ana" })))
          .returning(),
      ),
    remove: (id) => db.execute(sql`delete from import_runs where id = ${id}`),
    shown: ({ runs: rows, total }: { readonly runs: readonly unknown[]; readonly total: number }) => ({ rows, total }),
  },
  {
    // Nothing of it goes by hand; what a search finds may end before the page of an old link.
    file: "history/index.tsx",
    path: "/admin/history",
    search: "q=gone",
    fill: async () =>
      idsOf(
        await db
          .insert(auditLog)
          .values(["gone 1", "gone 2"].map((subject) => ({ userName: "Ana", action: "edit", subject, subjectKind: "page" })))
          .returning(),
      ),
    remove: (id) => db.execute(sql`update audit_log set subject = 'other' where id = ${id}`),
  },
  {
    // Closed days stay; a search no longer finds one that was closed again with another note.
    file: "end-of-day/index.tsx",
    path: "/admin/end-of-day",
    search: "q=gone",
    fill: async () => {
      const days = [
        { number: 1, day: "2026-11-20" },
        { number: 2, day: "2026-11-21" },
      ];
      for (const day of days) await storeClosedDay(db, { ...day, note: "gone" });
      return days.map(({ number }) => number);
    },
    remove: async (id) => {
      const number = Number(id);
      const reopening = { reopenedAt: new Date(), reopenedByName: "Ana", reopenedBecause: "Other note" };
      const [row] = await db.update(dayClosings).set(reopening).where(eq(dayClosings.number, number)).returning();
      return storeClosedDay(db, { number, day: row?.day ?? "", version: 2, note: "other" });
    },
  },
  ...orderLists(db, ana, load),
  ...STANDARD_SECTIONS.map(({ name, path }) => ({
    file: `${name}/index.tsx`,
    path,
    search: "q=Gone",
    fill: async () => [await sections.add(name, "Gone1"), await sections.add(name, "Gone2")],
    remove: (id: number | string) => sections.remove(name, id),
  })),
];

test.for(LISTS.map((list) => [list.file, list] as const))(
  "%s: its last page emptied shows the page before, and at last the first one",
  async ([file, list]) => {
    const module = await load(file);
    const at = (search: string) =>
      ana.get(module, `${list.path}?${[list.search ?? [], "per_page=1", search].flat().filter(Boolean).join("&")}`, list.params);
    const addressOf = (search: string) => `${list.path}?${[list.search ?? [], "per_page=1", search].flat().filter(Boolean).join("&")}`;
    const rowsAt = async (search: string) => {
      const { data } = await at(search);
      const { rows, total } = (list.shown ?? ofPage)(data as never);
      return { rows: rows.length, total };
    };
    const before = await rowsAt("");
    const [first = 0, second = 0] = await list.fill();
    const all = before.total + 2;
    expect(await rowsAt(`page=${all}`)).toEqual({ rows: 1, total: all });

    await list.remove(second);
    expect(await at(`page=${all}`)).toMatchObject({
      status: 302,
      location: addressOf(all === 2 ? "" : `page=${all - 1}`),
      // Back must not lead to the page that is no more.
      isReplacing: true,
    });
    expect((await at("page=99")).location).toBe(addressOf(all === 2 ? "" : `page=${all - 1}`));
    expect(await rowsAt(all === 2 ? "" : `page=${all - 1}`)).toEqual({ rows: 1, total: all - 1 });

    await list.remove(first);
    expect(await rowsAt("")).toEqual(before);
    expect((await at("page=2")).location).toBe(before.total > 1 ? null : addressOf(""));
  },
);

test("handles the board of new orders with its long pages", async () => {
  const module = await load("orders/index.tsx");
  expect(await ana.get(module, "/admin/orders?page=2")).toMatchObject({ status: 302, location: "/admin/orders", isReplacing: true });
});

test("a sheet keeps its address and shows the previous page", async () => {
  const module = await load("product/index.tsx");
  await insertProduct(db, { name: "Lone soup" });
  const { status, data } = await ana.get(module, "/admin/product?view=sheet&q=Lone&per_page=1&page=3");
  expect(status).toBe(200);
  expect(data).toMatchObject({ query: { page: 1 }, total: 1, rows: [{ name: "Lone soup" }], sheet: { rows: [{ label: "Lone soup" }] } });
});

test("a rejected bulk action does not reload the product list; a sheet does", () => {
  const after = (actionResult: unknown, defaultShouldRevalidate: boolean) =>
    products.shouldRevalidate({ actionResult, defaultShouldRevalidate } as never);
  expect(after({ message: "Choose products first." }, false)).toBe(false);
  expect(after({ kind: "lost" }, true)).toBe(false);
  expect(after({ kind: "sheet" }, false)).toBe(true);
  expect(after(undefined, true)).toBe(true);
});

test("covers every paged list of the staff area", () => {
  const lists = [...new Set(filesOfRoutes(routes).values())]
    .filter((file) => file.startsWith("routes/admin/"))
    .filter((file) => /<ListPage\b/.test(readFileSync(`app/${file}`, "utf8")));
  expect(lists.map((file) => file.replace("routes/admin/", "")).toSorted()).toEqual(LISTS.map(({ file }) => file).toSorted());
});

test("handles the findings of an import", async () => {
  await db.insert(importItems).values({ runId: run!.id, line: 2, name: "Soup", outcome: "new" });
  const module = await load("product/import/detail.tsx");
  const path = `/admin/product/import/${run!.id}`;
  expect(await ana.get(module, `${path}?outcome=new&page=3`, { id: String(run!.id) })).toMatchObject({
    status: 302,
    location: `${path}?outcome=new`,
  });
});
