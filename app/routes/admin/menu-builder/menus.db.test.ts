import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { categories } from "#app/catalogue/data/tables.ts";
import { menus, menuVersions, pages } from "#app/content/data/tables.ts";
import type { RecordAnswer, RecordFormData } from "#app/kit/record/record-form-data.ts";
import { brokenTarget, type MenuTargets } from "#app/content/domain/menu-targets.ts";
import * as footer from "#app/routes/admin/footer-menu-builder/index.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import * as call from "#app/routes/api/site-menu.ts";
import { adminAccess } from "#app/staff/domain/permissions.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages, typed as typedOver } from "#test/staff-pages.ts";
import * as top from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const bo = openStaffPages(services, "Bo");
const TOP = "/admin/menu-builder";
const FOOTER = "/admin/footer-menu-builder";

beforeEach(async () => {
  await db.delete(menus);
  await db.delete(menuVersions);
  await db.delete(pages);
});

const about = { id: "a", type: "link", text: "About", url: "/about", openInNewTab: false };
const pizza = { id: "p", type: "category", text: "Pizza", categoryId: 7 };
const open = (route: Parameters<typeof ana.open>[0] = top, path = TOP) => ana.open(route, path);
const typed = (form: RecordFormData, items: unknown) =>
  typedOver(form, { items: typeof items === "string" ? items : JSON.stringify(items) });
const wire = async (name: string) => (await ana.get(call, `/api/site-menu/${name}`, { name })).data;

test("saves a whole menu, and the API returns exactly that", async () => {
  const saved = await ana.post(
    top,
    TOP,
    typed(await open(), [{ ...pizza, text: " Pizza ", children: [{ ...about, openInNewTab: true, children: [] }] }]),
  );
  expect(saved).toMatchObject({ status: 302, location: TOP });
  expect(await wire("site_top_menu")).toEqual([
    {
      id: "p",
      type: "category",
      text: "Pizza",
      categoryId: 7,
      children: [{ id: "a", type: "link", text: "About", url: "/about", open_in_new_tab: true, children: [] }],
    },
  ]);
  await ana.post(
    footer,
    FOOTER,
    typed(await open(footer, FOOTER), [{ id: "c", title: "", items: [about, { id: "t", type: "text", text: "Hi" }] }]),
  );
  expect(await wire("site_footer_menu")).toEqual([
    {
      id: "c",
      title: null,
      items: [
        { id: "a", type: "link", text: "About", url: "/about", open_in_new_tab: false },
        { id: "t", type: "text", text: "Hi" },
      ],
    },
  ]);
  expect((await db.select().from(auditLog).orderBy(auditLog.id)).map((row) => row.subject).slice(-2)).toEqual(["Top menu", "Footer menu"]);
});

const deep = { ...about, children: [{ ...about, id: "b", children: [{ ...about, id: "c", children: [{ ...about, id: "d" }] }] }] };

test.for<readonly [string, unknown, string]>([
  ["nothing", "", ""],
  ["no JSON", "[{", "Invalid input"],
  ["no list", "{}", "Invalid input"],
  ["an item without a text", [{ ...about, text: " " }], "Enter a text."],
  [
    "a script for an address",
    [{ ...about, url: "javascript:alert(1)" }],
    "“About”: Enter an address that begins with /, https://, tel:, mailto: or #.",
  ],
  [
    "a link without an address",
    [{ ...pizza, children: [{ ...about, url: "" }] }],
    "“About”: Enter an address such as /about or https://example.com.",
  ],
  ["a category that is none", [{ ...pizza, categoryId: 0 }], "“Pizza”: Choose a category."],
  ["the same id twice", [about, about], "Two items have the same id."],
  ["four levels", [deep], "“About”: A menu has at most 3 levels."],
  ["a type there is not", [{ ...about, type: "page" }], "“About”"],
  ["a field there is not", [{ ...about, onclick: "x" }], "“About”"],
  ["201 items", Array.from({ length: 201 }, (_, at) => ({ ...about, id: `n${at}` })), "A menu has at most 200 items."],
])("%s: 422 with the reason, and nothing changed", async ([what, items, reason]) => {
  await ana.post(top, TOP, typed(await open(), [about]));
  const answer = await ana.post(top, TOP, typed(await open(), items));
  if (what === "nothing") return expect(answer.status).toBe(302);
  expect(answer.status).toBe(422);
  expect((answer.data as Extract<RecordAnswer, { kind: "invalid" }>).errors["items"]?.[0]).toContain(reason);
  expect(await wire("site_top_menu")).toHaveLength(1);
  expect(await db.$count(menuVersions)).toBe(1);
});

test.for<readonly [string, unknown, string]>([
  ["nine columns", Array.from({ length: 9 }, (_, at) => ({ id: `c${at}`, title: null, items: [] })), "A footer has at most 8 columns."],
  ["an item with children", [{ id: "c", title: "Us", items: [{ ...about, children: [about] }] }], "“About”"],
  ["an item outside of a column", [about], "“About”"],
  ["a title of two lines", [{ id: "c", title: "a\nb", items: [] }], "Enter one line of plain text."],
])("a footer with %s: 422 with the reason", async ([, items, reason]) => {
  const answer = await ana.post(footer, FOOTER, typed(await open(footer, FOOTER), items));
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.data)).toContain(reason);
  expect(await db.$count(menus)).toBe(0);
});

test("shows both versions to the slower of two editors of a menu", async () => {
  const opened = await open();
  await bo.post(top, TOP, typed(opened, [about]));
  const late = await ana.post(top, TOP, typed(opened, [pizza]));
  expect(late.status).toBe(409);
  const conflict = late.data as Extract<RecordAnswer, { kind: "conflict" }>;
  expect(conflict).toMatchObject({ by: "Bo", form: { version: 1 }, fields: [{ name: "items" }] });
  expect(conflict.fields[0]?.theirs).toContain("About");
  expect(conflict.form.values["items"]).toContain("Pizza");
  expect((await ana.post(top, TOP, { ...typed(conflict.form, conflict.form.values["items"]) })).status).toBe(302);
  expect(await wire("site_top_menu")).toMatchObject([{ text: "Pizza" }]);
});

test("keeps every version; restoring one creates a new version that can be undone", async () => {
  // From before versions were kept.
  await db.insert(menus).values({ name: "site_top_menu", items: [{ ...about, text: "First", children: [] }] });
  for (const text of ["Second", "Third"]) await ana.post(top, TOP, typed(await open(), [{ ...about, text }]));
  const versions = async () =>
    ((await ana.get(top, TOP)).data as { versions: { version: number; savedBy: string; menu: string }[] }).versions.map(
      ({ version, savedBy, menu }) => `${version} ${savedBy} ${(JSON.parse(menu) as { text: string }[])[0]?.text}`,
    );
  expect(await versions()).toEqual(["3 Ana Third", "2 Ana Second", "1  First"]);
  expect(await bo.post(top, TOP, { restore: "1" })).toMatchObject({ status: 302, location: TOP });
  expect(await versions()).toEqual(["4 Bo First", "3 Ana Third", "2 Ana Second", "1  First"]);
  expect(await wire("site_top_menu")).toMatchObject([{ text: "First" }]);
  const entry = (await db.select().from(auditLog).orderBy(auditLog.id)).at(-1);
  expect(entry).toMatchObject({ action: "restore", userName: "Bo", subject: "Top menu" });
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: TOP });
  expect(await wire("site_top_menu")).toMatchObject([{ text: "Third" }]);
  for (const version of ["99", "0", "x", "1; drop"]) expect((await ana.post(top, TOP, { restore: version })).status, version).toBe(422);
});

test("filling a menu from the categories keeps its items and can be undone", async () => {
  const food = await insertCategory(db, { name: "Food" });
  const soups = await insertCategory(db, { name: "Soups", parentId: food });
  await insertCategory(db, { name: "Secret", isHidden: true });
  await ana.post(top, TOP, typed(await open(), [about]));
  expect(await ana.post(top, TOP, { fill: "categories" })).toMatchObject({ status: 302, location: TOP });
  const filled = (await wire("site_top_menu")) as { text: string; categoryId?: number; children: { categoryId: number }[] }[];
  expect(filled.map(({ text }) => text)).toEqual(["About", "Food"]);
  expect(filled[1]).toMatchObject({ categoryId: food, children: [{ categoryId: soups }] });
  await ana.post(top, TOP, { fill: "categories" });
  expect(await wire("site_top_menu")).toEqual(filled);
  const entry = (await db.select().from(auditLog).orderBy(auditLog.id)).at(-1);
  expect(entry).toMatchObject({ action: "fill", subject: "Top menu" });
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: TOP });
  expect(await wire("site_top_menu")).toMatchObject([{ text: "About" }]);
  await ana.post(footer, FOOTER, { fill: "categories" });
  expect(await wire("site_footer_menu")).toMatchObject([{ title: "Menu", items: [{ text: "Food", categoryId: food }] }]);
  const columns = Array.from({ length: 8 }, (_, at) => ({ id: `c${at}`, title: null, items: [] }));
  await ana.post(footer, FOOTER, typed(await open(footer, FOOTER), columns));
  const refused = await ana.post(footer, FOOTER, { fill: "categories" });
  expect([refused.status, refused.data]).toMatchObject([422, { message: "A footer has at most 8 columns." }]);
  await db.delete(categories);
});

test("flags targets that are deleted, hidden, drafts or gone", async () => {
  const food = await insertCategory(db, { name: "Food", isHidden: true });
  const soups = await insertCategory(db, { name: "Soups", parentId: food });
  await db.insert(pages).values([
    { slug: "about", title: "About us", html: "", status: "published" },
    { slug: "jobs", title: "Jobs", html: "", status: "draft" },
  ]);
  const { targets } = (await ana.get(top, TOP)).data as { targets: MenuTargets };
  expect(targets.categories.find((row) => row.id === soups)).toEqual({ id: soups, path: "Food › Soups", isHidden: true });
  const problem = (url: string) => brokenTarget({ id: "x", type: "link", text: "x", url, openInNewTab: false }, targets);
  expect(["/about", "/jobs", "/gone", `/${soups}/products`].map(problem)).toEqual([
    null,
    "The page “Jobs” is not published.",
    "There is no page at /gone.",
    "The category “Food › Soups” is hidden.",
  ]);
  expect(brokenTarget({ id: "x", type: "category", text: "x", categoryId: 999_999 }, targets)).toBe("This category is deleted.");
});

test("only super-admins open the menus and their component demos", () => {
  for (const path of [TOP, FOOTER, `${TOP}/TreeNode`, `${FOOTER}/FooterColumn`])
    for (const roles of [[], ["order-admin"]]) expect(adminAccess(path, { roles }).allow, path).toBe(false);
});

test("an unsaved menu opens empty", async () => {
  await db.delete(menus).where(eq(menus.name, "site_top_menu"));
  expect(await open()).toMatchObject({ version: 0, values: { items: "[]" } });
});
