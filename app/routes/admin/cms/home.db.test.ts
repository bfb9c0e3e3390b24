import { beforeEach, expect, test } from "vitest";
import { pages } from "#app/content/data/tables.ts";
import { homeText, PLAIN_HOME, type HomeLayout } from "#app/content/domain/home.ts";
import type { HomeView } from "#app/content/domain/home-view.ts";
import type { RecordAnswer, RecordFormData } from "#app/kit/record/record-form-data.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import * as shown from "#app/routes/shop/index.tsx";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { createVisitor } from "#test/call-route.ts";
import { products } from "#test/promotion-samples.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as home from "./home.tsx";
import * as page from "./page.tsx";
import * as preview from "./preview.tsx";
import * as versions from "./versions.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const drinks = await insertCategory(db, { name: "Drinks" });
const tea = await insertProduct(db, { name: "Tea" }, [drinks]);
const coffee = await insertProduct(db, { name: "Coffee" }, [drinks]);
const HOME = "/admin/cms/home";

const LAYOUT: HomeLayout = {
  pictureId: null,
  button: { text: "Order now", url: `${drinks}/products` },
  blocks: [
    { id: "b1", type: "products", title: "Favourites", ids: [coffee, 999, tea] },
    { id: "b2", type: "text", title: "", html: `<p>Fresh <script>x()</script><b onclick="x()">daily</b></p>` },
    { id: "b3", type: "categories", title: "", ids: [drinks] },
  ],
};

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(pages);
});

async function save(over: Readonly<Record<string, string>> = {}) {
  const { form } = (await ana.get(home, HOME)).data as { form: RecordFormData };
  return ana.post(home, HOME, { ...form.values, version: String(form.version ?? ""), seen: form.seen, ...over });
}

async function visit(params: Readonly<Record<string, string>> = {}): Promise<HomeView | null> {
  const route = { loader: (args: Parameters<typeof shown.loader>[0]) => shown.loader({ ...args, params }) };
  const answer = await createVisitor(services).call(route, "GET", "/");
  return ((await answer.json()) as { home: { view: HomeView | null } }).home.view;
}

test("shows the default home page, also in the form, until staff publish one", async () => {
  expect(await visit()).toBeNull();
  expect((await ana.get(home, HOME)).data).toMatchObject({
    id: null,
    form: { values: { title: "Order ahead from Shopbell", home: homeText(PLAIN_HOME) } },
  });
  expect((await save({ home: homeText(LAYOUT) })).location).toBe(HOME);
  expect(await visit()).toBeNull();
});

test("a published home page keeps its blocks until changes are published", async () => {
  await save({ title: "Good morning", home: homeText(LAYOUT), slug: "elsewhere", html: "<p>x</p>" });
  await ana.post(home, HOME, { intent: "publish" });
  const view = await visit();
  expect(view).toMatchObject({
    title: "Good morning",
    button: { text: "Order now", target: { kind: "internal", to: `/${drinks}/products` } },
    blocks: [
      { title: "Favourites", products: [{ name: "Coffee" }, { name: "Tea" }] },
      { html: "<p>Fresh <b>daily</b></p>" },
      { categories: [{ name: "Drinks" }] },
    ],
  });
  await save({ home: homeText({ ...LAYOUT, blocks: LAYOUT.blocks.toReversed() }) });
  expect(await visit()).toEqual(view);
  const [row] = await db.select().from(pages);
  const { path } = (await ana.get(preview, "/admin/cms/preview/1", { id: String(row?.id) })).data as { path: string };
  const draft = await visit({ token: path.split("/").at(-1) ?? "" });
  expect(draft?.blocks.map((block) => block.id)).toEqual(["b3", "b2", "b1"]);
  await ana.post(home, HOME, { intent: "discard" });
  expect((await ana.get(home, HOME)).data).toMatchObject({ state: "published" });
  await ana.post(home, HOME, { intent: "unpublish" });
  expect(await visit()).toBeNull();
  const acts = await db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id);
  expect(acts.map((act) => act.action)).toEqual(["add", "publish", "edit", "discard", "unpublish"]);
});

test("its products show today's prices, also in the preview", async () => {
  await save({ home: homeText(LAYOUT) });
  await ana.post(home, HOME, { intent: "publish" });
  const offer = { name: "Half", title: "Half", status: "active", trigger: "automatic", condition: { type: "all", of: [] } } as const;
  await db.insert(promotions).values({ ...offer, actionKind: "item-percent", actionParams: { rate: 500_000, target: products(tea) } });
  const [row] = await db.select().from(pages);
  const { path } = (await ana.get(preview, "/admin/cms/preview/1", { id: String(row?.id) })).data as { path: string };
  for (const view of [await visit(), await visit({ token: path.split("/").at(-1) ?? "" })]) {
    const [block] = view?.blocks ?? [];
    const [, found] = block?.type === "products" ? block.products : [];
    expect(found).toMatchObject({ name: "Tea", was: expect.any(Number), price: (found?.was ?? 0) / 2 });
  }
  await db.delete(promotions);
});

test("appears once among the pages and restores versions as a draft", async () => {
  await save({ home: homeText(LAYOUT) });
  await ana.post(home, HOME, { intent: "publish" });
  const [row] = await db.select().from(pages);
  const params = { id: String(row?.id) };
  expect((await ana.get(page, `/admin/cms/page/${params.id}`, params)).location).toBe(HOME);
  await save({ home: homeText(PLAIN_HOME) });
  const { versions: list, chosen } = (await ana.get(versions, "/admin/cms/versions/1", params)).data as {
    versions: { entry: number }[];
    chosen: { pieces: { kind: string; text: string }[] };
  };
  expect(
    chosen.pieces
      .filter((piece) => piece.kind === "gone")
      .map((piece) => piece.text)
      .join(" "),
  ).toContain("Favourites");
  await ana.post(versions, "/admin/cms/versions/1", { version: String(list[0]?.entry) }, params);
  expect(((await ana.get(home, HOME)).data as { form: RecordFormData }).form.values["home"]).toContain("Favourites");
});

test.each([
  ["no JSON", "{", "home"],
  [
    "a block without anything",
    homeText({ ...PLAIN_HOME, blocks: [{ id: "a", type: "products", title: "Best", ids: [] }] }),
    "Products, block 1, “Best”: Choose at least one product.",
  ],
  [
    "an empty text",
    homeText({ ...PLAIN_HOME, blocks: [{ id: "a", type: "text", title: "", html: "" }] }),
    "Text, block 1: Write the text.",
  ],
  ["a button without words", homeText({ ...PLAIN_HOME, button: { text: "", url: "/about" } }), "Button: Enter a text."],
  [
    "a button that runs",
    homeText({ ...PLAIN_HOME, button: { text: "Go", url: "javascript:x()" } }),
    "Button: Enter an address that begins with",
  ],
  [
    "two blocks of one id",
    homeText({ ...PLAIN_HOME, blocks: [1, 2].map((id) => ({ id: "a", type: "products", title: "", ids: [id] })) }),
    "same id",
  ],
  ["something else", JSON.stringify({ ...PLAIN_HOME, script: "x" }), "home"],
])("%s is refused beside the field, and nothing changes", async (_, text, message) => {
  const answer = await save({ home: text });
  expect(answer.status).toBe(422);
  const { errors } = answer.data as Extract<RecordAnswer, { kind: "invalid" }>;
  expect(JSON.stringify(errors)).toContain(message);
  expect(await db.select().from(pages)).toEqual([]);
});
