import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { pages, reviews } from "#app/content/data/tables.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { media } from "#app/media/data/tables.ts";
import { webhooks } from "#app/orders/data/webhooks/tables.ts";
import { users } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct, insertTemplate } from "#test/catalogue.ts";
import { filesOfRoutes } from "#test/route-files.ts";
import { openTestShop } from "#test/shop.ts";
import { openStandardSections, STANDARD_SECTIONS } from "#test/standard-sections.ts";
import { openOwnersPages, typed } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";

/*
 * Two people in one form: whoever is later sees both versions of what differs, loses nothing they typed, and has stored nothing yet. The forms
 * come from the route files: a new one fails until it stands here.
 */

const { services } = await openTestShop();
const { db } = services;
const ana = await openOwnersPages(services, "Ana");
const bo = await openOwnersPages(services, "Bo");

type Module = Parameters<typeof ana.get>[0] & Parameters<typeof ana.post>[0];
const MODULES = import.meta.glob<Module>("./**/*.tsx");
const sections = openStandardSections(ana, (file) => MODULES[`./${file}`]!());

interface StaleForm {
  readonly file: string;
  readonly make: () => Promise<number>;
  /** A field that both change, and what Ana and Bo make of it. */
  readonly both: readonly [name: string, ana: string, bo: string];
  /** A field that only Bo changes. */
  readonly own: readonly [name: string, bo: string];
}

const first = (rows: readonly { readonly id: number }[]) => rows[0]?.id ?? 0;
const NAME = ["name", "Soups", "Stews"] as const;
await db.insert(users).values({ name: "Owner", email: "owner@example.com", passwordHash: "", roles: ["super-admin"] });

const FORMS: readonly StaleForm[] = [
  { file: "category/form.tsx", make: () => insertCategory(db), both: NAME, own: ["description", "Warm"] },
  { file: "product/form.tsx", make: () => insertProduct(db), both: NAME, own: ["priceCents", "9.60"] },
  {
    file: "customization-templates/form.tsx",
    make: async () => (await insertTemplate(db, {}, [{}])).id,
    both: ["title", "Which size?", "How large?"],
    own: ["help", "Most take a small one."],
  },
  {
    file: "media-management/edit.tsx",
    make: async () => {
      const size = { width: 10, height: 10, colour: "#ffffff", variants: [] };
      return first(
        await db
          .insert(media)
          .values({ key: "a", contentHash: "a", fileName: "a.jpg", mimeType: "image/jpeg", ...size })
          .returning({ id: media.id }),
      );
    },
    both: ["alt", "A soup", "A stew"],
    own: ["folder", "Food"],
  },
  {
    file: "cms/page.tsx",
    make: async () =>
      first(
        await db.insert(pages).values({ slug: "about", title: "About", html: "<p>Us</p>", status: "draft" }).returning({ id: pages.id }),
      ),
    both: ["title", "About us", "Who we are"],
    own: ["summary", "Since 2011."],
  },
  {
    file: "cms/home.tsx",
    make: async () => {
      const home = { pictureId: null, button: null, blocks: [] };
      return first(await db.insert(pages).values({ slug: "", title: "Home", html: "", status: "draft", home }).returning({ id: pages.id }));
    },
    both: ["title", "Good morning", "Good evening"],
    own: ["summary", "Come in."],
  },
  {
    file: "reviews/form.tsx",
    make: async () => {
      const productId = await insertProduct(db);
      return first(
        await db
          .insert(reviews)
          .values({ productId, authorName: "Bea", rating: 4, body: "Good", status: "approved" })
          .returning({ id: reviews.id }),
      );
    },
    both: ["reply", "Thank you", "Thanks"],
    own: ["body", "Very good"],
  },
  {
    file: "users/form.tsx",
    make: async () =>
      first(
        await db
          .insert(users)
          .values({ name: "Cy", email: "cy@example.com", passwordHash: "", roles: ["order-admin"] })
          .returning({ id: users.id }),
      ),
    both: ["name", "Cyril", "Cyrus"],
    own: ["email", "cyrus@example.com"],
  },
  {
    file: "webhooks/form.tsx",
    make: async () =>
      first(
        await db
          .insert(webhooks)
          .values({ url: "https://example.com/a", secret: "x", events: ["order.ready"] })
          .returning({ id: webhooks.id }),
      ),
    both: ["url", "https://example.com/b", "https://example.com/c"],
    own: ["events", "order.placed"],
  },
  { file: "roles/form.tsx", make: () => sections.add("roles", "Bar"), both: ["name", "Grill", "Oven"], own: ["permissions", "kitchen"] },
  {
    file: "customers/detail.tsx",
    make: async () => (await storeOrder(db)).order.customerId ?? 0,
    both: ["allergies", "Nuts", "Sesame"],
    own: ["notes", "Rings twice"],
  },
  ...(await Promise.all(
    STANDARD_SECTIONS.filter(({ name }) => name !== "roles").map(async ({ name }): Promise<StaleForm> => {
      const [both = "", own = ""] = await sections.textsOf(name);
      return { file: `${name}/form.tsx`, make: () => sections.add(name, "Bar"), both: [both, "Grill", "Oven"], own: [own, "Cellar7"] };
    }),
  )),
];

test.for(FORMS.map((form) => [form.file, form] as const))(
  "%s: the later of two sees both versions, loses nothing, and stores by sending again",
  async ([file, { make, both, own }]) => {
    const module = await MODULES[`./${file}`]!();
    const id = await make();
    const params = { id: String(id) };
    const path = `/admin/x/${id}`;
    const [name, hers, his] = both;
    const opened = await bo.open(module, path, params);
    expect((await ana.edit(module, path, { [name]: hers }, params)).status).toBe(302);

    const late = await bo.post(module, path, typed(opened, { [name]: his, [own[0]]: own[1] }), params);
    expect(late.status).toBe(409);
    const conflict = late.data as Extract<RecordAnswer, { kind: "conflict" }>;
    expect(conflict).toMatchObject({ kind: "conflict", by: "Ana" });
    expect(conflict.fields).toContainEqual({ name, mine: his, theirs: hers });
    expect(conflict.form.values).toMatchObject({ [name]: his, [own[0]]: own[1] });
    expect((await bo.open(module, path, params)).values).toMatchObject({ [name]: hers, [own[0]]: opened.values[own[0]] });

    expect((await bo.post(module, path, typed(conflict.form), params)).status).toBe(302);
    expect((await bo.open(module, path, params)).values).toMatchObject({ [name]: his, [own[0]]: own[1] });
  },
);

test("covers every record form; menus and settings have their own tests", () => {
  const forms = [...new Set(filesOfRoutes(routes).values())]
    .filter((file) => file.startsWith("routes/admin/") && file.endsWith(".tsx"))
    .filter((file) => /\bsave(?:Record|Page)Form\(/.test(readFileSync(`app/${file}`, "utf8")))
    .map((file) => file.replace("routes/admin/", ""));
  expect(forms.toSorted()).toEqual(FORMS.map(({ file }) => file).toSorted());
});
