import { perUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { listCategoryRows } from "#app/catalogue/data/category-records.server.ts";
import { findTags } from "#app/catalogue/data/tags.server.ts";
import { listProductNames, searchProductNames } from "#app/catalogue/data/product-lists/product-names.server.ts";
import { findOptionNames, findTemplateNames } from "#app/catalogue/data/customizations/template-lists.server.ts";
import { findPageNames } from "#app/content/data/pages.server.ts";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { findPictures } from "#app/media/data/media.server.ts";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { findCustomerNames } from "#app/orders/data/customers/customer-list.server.ts";
import { listOrders } from "#app/orders/data/list-orders.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { canOpen, type Visitor } from "#app/staff/domain/permissions.ts";
import { formatMoney, inCurrency } from "#app/values/money.ts";
import type { PickerKind } from "#app/staff/domain/search.ts";
import { counted } from "#texts/plural.ts";
import { matchesWords } from "#app/values/text.ts";

/** Search by name, or by ids. */
export type HitAsk = { readonly q: string } | { readonly ids: readonly number[] };

const PICTURE_WIDTH = 320;

interface HitSource {
  /** Users who may open this page may find them. */
  readonly path: string;
  readonly find: (db: Db, ask: HitAsk, limit: number) => Promise<readonly Omit<Hit, "kind">[]>;
}

/** What the staff search finds, by kind. */
const SOURCES: Readonly<Record<PickerKind, HitSource>> = {
  order: {
    path: "/admin/orders",
    async find(db, ask, limit) {
      if (!("q" in ask) || ask.q === "") return [];
      const format = moneyFormat(await readSettings(db));
      const { orders } = await listOrders(db, { list: "all", q: ask.q, page: 1, perPage: limit });
      return orders.map((order) => ({
        id: order.id,
        label: `${order.number} · ${order.customerName}`,
        detail: formatMoney(order.finalTotalCents, inCurrency(format, order.currency)),
        to: `/admin/orders/${order.id}`,
        picture: null,
      }));
    },
  },
  customer: {
    path: "/admin/customers",
    async find(db, ask, limit) {
      if ("q" in ask && ask.q === "") return [];
      return (await findCustomerNames(db, ask, limit)).map(({ id, name, email, phone }) => ({
        id: String(id),
        label: name,
        detail: email === "" ? phone : email,
        to: `/admin/customers/${id}`,
        picture: null,
      }));
    },
  },
  product: {
    path: "/admin/product",
    async find(db, ask, limit) {
      const format = moneyFormat(await readSettings(db));
      const rows = "q" in ask ? await searchProductNames(db, ask.q, limit) : await listProductNames(db, ask.ids);
      return rows.map(({ id, name, price, weightUnit, isHidden }) => ({
        id: String(id),
        label: name,
        detail: `${isHidden ? "hidden · " : ""}${formatMoney(price, format)}${perUnit(weightUnit)}`,
        to: `/admin/product/edit/${id}`,
        picture: null,
      }));
    },
  },
  category: {
    path: "/admin/category",
    async find(db, ask, limit) {
      const format = moneyFormat(await readSettings(db));
      const rows = (await listCategoryRows(db)).filter((row) => ("q" in ask ? matchesWords(ask.q, row.path) : ask.ids.includes(row.id)));
      return rows.slice(0, limit).map(({ id, path, productCount }) => ({
        id: String(id),
        label: path,
        detail: counted(productCount, "product", "products", format),
        to: `/admin/category/edit/${id}`,
        picture: null,
      }));
    },
  },
  template: {
    path: "/admin/customization-templates",
    async find(db, ask, limit) {
      return (await findTemplateNames(db, ask, limit)).map(({ id, name, optionCount }) => ({
        id: String(id),
        label: name,
        detail: counted(optionCount, "option", "options"),
        to: `/admin/customization-templates/edit/${id}`,
        picture: null,
      }));
    },
  },
  option: {
    path: "/admin/customization-templates",
    async find(db, ask, limit) {
      return (await findOptionNames(db, ask, limit)).map(({ id, name, template, templateId }) => ({
        id: String(id),
        label: name,
        detail: template,
        to: `/admin/customization-templates/edit/${templateId}`,
        picture: null,
      }));
    },
  },
  page: {
    path: "/admin/cms",
    async find(db, ask, limit) {
      const rows = await findPageNames(db, ask, limit);
      return rows.map(({ id, title, slug }) => ({
        id: String(id),
        label: title,
        detail: `/${slug}`,
        to: `/admin/cms/page/${id}`,
        picture: null,
      }));
    },
  },
  media: {
    path: "/admin/media-management",
    async find(db, ask, limit) {
      const rows = await findPictures(db, ask, limit);
      return rows.map(({ id, fileName, state, placeholder, picture }) => ({
        id: String(id),
        label: picture.alt === "" ? fileName : picture.alt,
        detail: { ready: `${picture.width} × ${picture.height}`, waiting: "being prepared", failed: "failed" }[state],
        to: `/admin/media-management/edit/${id}`,
        picture: pictureUrl(picture, PICTURE_WIDTH) ?? (placeholder === "" ? null : placeholder),
        alt: picture.alt,
        ...(state === "ready" ? { base: picture.base } : {}),
      }));
    },
  },
  tag: {
    path: "/admin/product",
    async find(db, ask, limit) {
      if ("ids" in ask) return [];
      const format = moneyFormat(await readSettings(db));
      return (await findTags(db, ask.q, limit)).map(({ tag, products }) => ({
        id: tag,
        label: tag,
        detail: counted(products, "product", "products", format),
        to: null,
        picture: null,
      }));
    },
  },
};

/** Records of a kind for pickers; unsorted for ids. */
export async function findHits(db: Db, kind: PickerKind, ask: HitAsk, limit: number): Promise<readonly Hit[]> {
  if ("ids" in ask && ask.ids.length === 0) return [];
  return (await SOURCES[kind].find(db, ask, limit)).map((hit) => ({ kind, ...hit }));
}

/** Whether this user may find such records. */
export function mayFind(kind: PickerKind, visitor: Visitor): boolean {
  return canOpen(SOURCES[kind].path, visitor);
}
