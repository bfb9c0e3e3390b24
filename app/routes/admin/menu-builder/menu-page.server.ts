import { formatDayAndTime } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { data, href, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { listCategoryRows } from "#app/catalogue/data/category-records.server.ts";
import { listCategoryTargets, listProductTargets } from "#app/content/data/link-targets.server.ts";
import { findMenu, findMenuVersion, listMenuVersions, menuId, menuRecords, type MenuRecord } from "#app/content/data/menus.server.ts";
import { listPageTargets } from "#app/content/data/pages.server.ts";
import { fillFooterMenu, fillTopMenu } from "#app/content/domain/fill-menu.ts";
import { footerMenuForm, footerMenuSchema, topMenuForm, topMenuSchema } from "#app/content/domain/menu.schema.ts";
import type { MenuTargets } from "#app/content/domain/menu-targets.ts";
import type { FooterMenu, MenuName, TopMenu } from "#app/content/domain/menu.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";

const VERSIONS_SHOWN = 20;
const MOST_PAGES = 500;

/** The data of both menu builders: the form, its history, the possible targets of items, and earlier versions. */
export async function loadMenu(args: LoaderFunctionArgs, name: MenuName) {
  const { db } = args.context.get(servicesContext);
  const [{ form, history, value }, categories, pages, versions, settings] = await Promise.all([
    loadRecordForm(withId(args, name), formOf(name, ""), { name, items: [] }),
    listCategoryTargets(db),
    listPageTargets(db, MOST_PAGES),
    listMenuVersions(db, name, VERSIONS_SHOWN),
    readSettings(db),
  ]);
  const targets: MenuTargets = {
    categories,
    pages,
    products: await listProductTargets(db, JSON.stringify(value.items)),
  };
  const clock = shopClock(settings);
  return {
    form,
    history,
    targets,
    shopName: settings.APP_NAME,
    versions: versions.map(({ savedAt, items, ...version }) => ({
      ...version,
      when: formatDayAndTime(savedAt, clock, { hasYear: true }),
      menu: JSON.stringify(items),
    })),
  };
}

/** Saves a whole menu, fills it from the categories, or restores the version named in the form. */
export async function saveMenuForm(args: ActionFunctionArgs, name: MenuName) {
  const { db } = args.context.get(servicesContext);
  const user = requireStaff(args.context);
  const form = formOf(name, user.name);
  const sent = await args.request.clone().formData();
  if (sent.has("fill")) return fillMenu(args, name, form);
  if (!sent.has("restore")) return saveRecordForm(withId(args, name), form);
  const text = sent.get("restore");
  const version = typeof text === "string" && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  const items = await findMenuVersion(db, name, version);
  if (items === undefined) return refuse("There is no such version. Choose one of the list.");
  const done = await changeRecords(db, form.store, user, { action: "restore", ids: [menuId(name)] }, (value) => ({ ...value, items }));
  const message = done.changed === 0 ? "This version is the one that customers see." : `Version ${version} is back.`;
  return redirectSaying(args.context.get(servicesContext), form.pathOf(0), { text: message, undo: done.entry });
}

/** Adds the categories that the menu does not have. */
async function fillMenu(args: ActionFunctionArgs, name: MenuName, { store, pathOf }: RecordFormDefinition<MenuRecord>) {
  const services = args.context.get(servicesContext);
  const categories = await listCategoryRows(services.db);
  const stored = (await findMenu(services.db, name))?.items ?? [];
  const fill = (items: MenuRecord["items"]) =>
    name === "site_top_menu" ? fillTopMenu(items as TopMenu, categories) : fillFooterMenu(items as FooterMenu, categories);
  const schema = name === "site_top_menu" ? topMenuSchema : footerMenuSchema;
  const parsed = schema.safeParse(fill(stored));
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? "The categories do not fit into this menu.");
  const user = requireStaff(args.context);
  const done = await changeRecords(services.db, store, user, { action: "fill", ids: [menuId(name)] }, (value) => ({
    ...value,
    items: fill(value.items),
  }));
  const message = done.changed === 0 ? "All categories that customers see are in the menu already." : "The categories are in the menu.";
  return redirectSaying(services, pathOf(0), { text: message, undo: done.entry });
}

function refuse(message: string) {
  return data({ kind: "refused-act", message } as const, { status: 422 });
}

function formOf(name: MenuName, savedBy: string): RecordFormDefinition<MenuRecord> {
  return {
    store: menuRecords(savedBy),
    schema: name === "site_top_menu" ? topMenuForm : footerMenuForm,
    noun: "menu",
    pathOf: () => (name === "site_top_menu" ? href("/admin/menu-builder") : href("/admin/footer-menu-builder")),
  };
}

/** The menus are records 1 and 2, selected by address. */
function withId<Args extends LoaderFunctionArgs>(args: Args, name: MenuName): Args {
  return { ...args, params: { id: String(menuId(name)) } };
}
