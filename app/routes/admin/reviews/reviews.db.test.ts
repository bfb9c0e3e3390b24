import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { insertGuestReview, listProductReviews, listReviewedItemIds } from "#app/content/data/reviews.server.ts";
import { reviews } from "#app/content/data/tables.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as productPage from "#app/routes/shop/product.tsx";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { storeSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages } from "#test/staff-pages.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const now = services.now();

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
});

const LIST = "/admin/reviews";
const history = () => db.select().from(auditLog).orderBy(auditLog.id);
const find = async (id: number) => (await db.select().from(reviews).where(eq(reviews.id, id)))[0];
const statusOf = async (id: number) => (await find(id))?.status;
const rowsOf = async (search: string) =>
  ((await ana.get(list, `${LIST}${search}`)).data as { rows: { id: number }[] }).rows.map((row) => row.id);

async function insertReview(productId: number, values: Partial<typeof reviews.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(reviews)
    .values({ productId, authorName: "Bea", rating: 4, body: "Good", ...values })
    .returning({ id: reviews.id });
  return row?.id ?? 0;
}

const fields = (productId: number, over: Record<string, string> = {}) => ({
  productId: String(productId),
  authorName: "Bea",
  rating: "4",
  body: "Good",
  status: "approved",
  reply: "",
  ...over,
});

const edit = (id: number, over: Record<string, string>) => ana.edit(form, LIST, over, { id: String(id) });

test("stores a staff review as not ordered here, shows it once approved, and undoes it", async () => {
  const soup = await insertProduct(db);
  const added = await ana.post(form, `${LIST}/add`, fields(soup, { reply: "Thanks" }));
  expect(added).toMatchObject({ status: 302, location: expect.stringMatching(/^\/admin\/reviews\/\d+\/edit$/) });
  expect(await listProductReviews(db, soup, 5)).toMatchObject([{ rating: 4, isVerified: false, reply: "Thanks" }]);
  const [entry] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: LIST });
  expect(await db.select().from(reviews)).toEqual([]);
});

test.for([
  ["no product", { productId: "" }, "productId", "Choose a product."],
  ["a product that is gone", { productId: "999999" }, "productId", "This product is gone. Choose another one."],
  ["no name", { authorName: " " }, "authorName", "Enter a name."],
  ["six stars", { rating: "6" }, "rating", "Enter the stars as a whole number from 1 to 5."],
  ["half a star", { rating: "4.5" }, "rating", "Enter the stars as a whole number from 1 to 5."],
  ["a long review", { body: "x".repeat(2001) }, "body", "Use at most 2000 characters for the review."],
  ["a NUL", { body: "a\u0000b" }, "body", "Write the review as plain text."],
  ["a state there is not", { status: "rejected" }, "status", "Choose whether customers see it."],
  ["a long reply", { reply: "x".repeat(1001) }, "reply", "Use at most 1000 characters for the reply."],
] as const)("%s: 422 beside the field, and nothing changed", async ([, over, field, message]) => {
  const soup = await insertProduct(db);
  const answer = await ana.post(form, `${LIST}/add`, fields(soup, over));
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[field]).toEqual([message]);
  expect(await db.select().from(reviews)).toEqual([]);
  expect(await history()).toEqual([]);
});

test("staff approve, reply and hide, but cannot edit a customer's text", async () => {
  const soup = await insertProduct(db);
  const id = await insertReview(soup, { isVerified: true });
  for (const [name, value] of [
    ["body", "Great"],
    ["rating", "5"],
    ["authorName", "Cy"],
  ] as const) {
    const answer = await edit(id, { [name]: value });
    expect(answer.status, name).toBe(422);
    expect(errorsOf(answer.data)[name]?.[0]).toContain("it stays as it is");
  }
  expect(await edit(id, { status: "approved", reply: "Come again" })).toMatchObject({ status: 302 });
  const replied = await find(id);
  expect(replied).toMatchObject({ status: "approved", reply: "Come again", repliedAt: expect.any(Date), body: "Good" });
  await edit(id, { status: "hidden" });
  expect(await find(id)).toMatchObject({ status: "hidden", repliedAt: replied?.repliedAt });
  const [first, second] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(second?.id), to: LIST });
  await ana.post(undo, "/admin/undo", { entry: String(first?.id), to: LIST });
  expect(await find(id)).toMatchObject({ status: "pending", reply: "", repliedAt: null });
});

test("lists waiting reviews first; filters by state, stars, product and words", async () => {
  const [soup, tea] = [await insertProduct(db, { name: "Soup" }), await insertProduct(db, { name: "Tea" })];
  const old = await insertReview(soup, { createdAt: addMinutes(now, -99) });
  const approved = await insertReview(tea, { status: "approved", rating: 5, body: "A warm cup" });
  const hidden = await insertReview(tea, { status: "hidden", rating: 1, createdAt: addMinutes(now, -50) });
  const spam = await insertReview(soup, { spamSign: "links", authorName: "Spam Sam" });
  expect(await rowsOf("")).toEqual([spam, old, approved, hidden]);
  expect(await rowsOf("?sort=-rating")).toEqual([approved, spam, old, hidden]);
  expect(await rowsOf("?status=pending")).toEqual([spam, old]);
  expect(await rowsOf("?status=suspicious")).toEqual([spam]);
  expect(await rowsOf("?rating=1")).toEqual([hidden]);
  expect(await rowsOf(`?product=${tea}`)).toEqual([approved, hidden]);
  for (const q of ["warm", "sam", "tea%20cup"]) expect(await rowsOf(`?q=${q}`), q).toHaveLength(1);
});

test("bulk approving skips suspected spam, bulk hiding does not; each is one entry", async () => {
  const soup = await insertProduct(db);
  const good = [await insertReview(soup), await insertReview(soup)];
  const spam = await insertReview(soup, { spamSign: "repeated" });
  await ana.post(list, LIST, { intent: "approve", selected: "all" });
  expect(await Promise.all([...good, spam].map(statusOf))).toEqual(["approved", "approved", "pending"]);
  await ana.post(list, LIST, { intent: "hide", selected: [...good, spam].join(",") });
  expect(await Promise.all([...good, spam].map(statusOf))).toEqual(["hidden", "hidden", "hidden"]);
  const [, entry] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: LIST });
  expect(await Promise.all([...good, spam].map(statusOf))).toEqual(["approved", "approved", "pending"]);
  expect(await edit(spam, { status: "approved" })).toMatchObject({ status: 302 });
  expect(await statusOf(spam)).toBe("approved");
});

test("the product's average counts approved reviews only, also in structured data", async () => {
  const soup = await insertProduct(db);
  await insertReview(soup, { rating: 1 });
  const meta = async () => {
    const { data } = await ana.get(productPage, `/products/${soup}`, { id: String(soup) });
    return JSON.stringify(productPage.meta({ loaderData: data } as never));
  };
  expect(await meta()).not.toContain("aggregateRating");
  await insertReview(soup, { rating: 4, status: "approved" });
  await insertReview(soup, { rating: 5, status: "approved" });
  expect(await meta()).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4.5,"reviewCount":2}');
});

test("writes the average of a product in the regional format", async () => {
  const soup = await insertProduct(db);
  for (const rating of [4, 5]) await insertReview(soup, { rating, status: "approved" });
  await inTransaction(db, (tx) => storeSettings(tx, services.secrets, { LOCALE: "de-DE" }));
  const { data } = await ana.get(productPage, `/products/${soup}`, { id: String(soup) });
  expect(data).toMatchObject({ ratings: { average: 4.5, averageText: "4,5" } });
  await inTransaction(db, (tx) => storeSettings(tx, services.secrets, { LOCALE: "en-US" }));
});

test("customers review each product of an order once; suspected spam waits", async () => {
  const [soup, tea] = [await insertProduct(db), await insertProduct(db)];
  const orderId = crypto.randomUUID();
  const item = (productId: number) => ({ productId, orderId, orderItemId: crypto.randomUUID(), authorName: "Bea", rating: 5 });
  const long = "The best soup of the whole town";
  const first = item(soup);
  expect(await insertGuestReview(db, { ...first, body: long }, now)).toBe(true);
  expect(await insertGuestReview(db, { ...first, body: "again" }, now), "the same line").toBe(false);
  expect(await insertGuestReview(db, { ...item(soup), body: "another line" }, addMinutes(now, 1)), "the same product").toBe(false);
  expect(await insertGuestReview(db, { ...item(tea), body: "Nice" }, now)).toBe(true);
  const other = { ...item(tea), orderId: crypto.randomUUID() };
  expect(await insertGuestReview(db, { ...other, body: long.toUpperCase() }, addMinutes(now, 60))).toBe(true);
  const rows = await db.select().from(reviews).orderBy(reviews.id);
  expect(rows.map((row) => [row.status, row.spamSign])).toEqual([
    ["pending", null],
    ["pending", "hasty"],
    ["pending", "repeated"],
  ]);
  const lines = [soup, soup, tea, tea + 1000].map((productId, index) => ({ id: String(index), productId, orderId }));
  expect([
    ...(await listReviewedItemIds(
      db,
      lines.map((line) => ({ ...line, id: crypto.randomUUID() })),
    )),
  ]).toHaveLength(3);
});

test("returns 404 for reviews that do not exist", async () => {
  for (const id of ["999999", "0", "x"]) {
    expect((await ana.get(form, LIST, { id })).status, id).toBe(404);
    expect((await ana.post(form, LIST, fields(await insertProduct(db)), { id })).status, id).toBe(404);
  }
});
