import { sql, type SQL } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, expect, test } from "vitest";
import { createElement, type FunctionComponent } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import * as adminLayout from "#app/routes/admin/layout.tsx";
import * as closedBanner from "#app/routes/api/closed-banner.ts";
import * as siteMenu from "#app/routes/api/site-menu.ts";
import * as siteSettings from "#app/routes/api/site-settings.ts";
import * as shopLayout from "#app/routes/shop/layout.tsx";
import type { Role } from "#app/staff/domain/user.ts";
import { bootSmallShop, type SmallRoute } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

/* Breaks each part of the page frame in the database: page, data request and the part's API must still respond. */

const { url } = await createTestDatabase();
const db = openDb(url);
afterAll(() => closeDb(db));

const faults: { part?: string; msg: string }[] = [];
const newLog = () =>
  pino({ level: "error" }, { write: (line: string) => void faults.push(JSON.parse(line) as { part?: string; msg: string }) });
let log = newLog();
const user = { id: 1, name: "Ada", email: "ada@example.com", roles: ["super-admin"] satisfies Role[] };

/** A layout loader with this test's log, as super-admin. */
function withLog(loader: (args: never) => unknown) {
  return (args: LoaderFunctionArgs) => {
    const services: Services = { ...args.context.get(servicesContext), log };
    args.context.set(servicesContext, services);
    args.context.set(staffContext, user);
    return loader(args as never);
  };
}
/** The compiler passes page data; nothing is compiled here. */
function AdminDesk() {
  return createElement(adminLayout.default as FunctionComponent<{ readonly loaderData: object }>, { loaderData: useLoaderData<object>() });
}

const route = (id: string, module: { loader: unknown; default?: unknown }) =>
  ({ id, ...module, loader: withLog(module.loader as never) }) as unknown as SmallRoute;
const shop = await bootSmallShop(url, {
  news: route("routes/shop/layout", shopLayout),
  "admin/desk": route("routes/admin/layout", { loader: adminLayout.loader, default: AdminDesk }),
  "api/site-menu/:name": route("site-menu", { loader: siteMenu.loader }),
  "api/site-settings": route("site-settings", { loader: siteSettings.loader }),
  "api/closed-banner": route("closed-banner", { loader: closedBanner.loader }),
});

const storeMenu = (name: string, items: unknown) => sql`insert into menus (name, items) values (${name}, ${JSON.stringify(items)}::jsonb)`;
const storeSetting = (key: string, value: unknown) =>
  sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`;
const rename = (table: string, to: string) => sql.raw(`alter table ${table} rename to ${to}`);
const TOP = "/api/site-menu/site_top_menu";
const FOOTER = "/api/site-menu/site_footer_menu";

/** How it is broken and repaired, the logged part, and its API call with the expected response. */
interface Case {
  readonly title: string;
  readonly break: SQL;
  readonly repair?: SQL;
  readonly part: string;
  readonly call?: readonly [string, unknown];
}

const CASES: readonly Case[] = [
  ...[null, 7, "text", {}, [null], [{ id: "a", title: "Help", items: null }], [{ id: "a", title: {}, items: [] }]].map((items) => ({
    title: `the footer menu is ${JSON.stringify(items)}`,
    break: storeMenu("site_footer_menu", items),
    part: "site_footer_menu",
    call: [FOOTER, []] as const,
  })),
  ...[
    null,
    "text",
    [{ id: "a", type: "text", text: "x" }],
    [{ id: "a", type: "link", text: "x", children: [] }],
    [{ id: "a", type: "text", text: { bold: 1 }, children: [] }],
    [{ id: "a", type: "text", text: "x", children: [{ type: "unheard" }] }],
  ].map((items) => ({
    title: `the top menu is ${JSON.stringify(items)}`,
    break: storeMenu("site_top_menu", items),
    part: "site_top_menu",
    call: [TOP, []] as const,
  })),
  {
    title: "the table of menus cannot be read",
    break: rename("menus", "menus_away"),
    repair: rename("menus_away", "menus"),
    part: "site_footer_menu",
    call: [FOOTER, []],
  },
  ...(
    [
      ["APP_NAME", { text: "x" }, "Shopbell"],
      ["APP_NAME", 7, "Shopbell"],
      ["TELEPHONE", null, null],
      ["STREET_ADDRESS", ["x"], null],
      ["STORE_TIMEZONE", "Nowhere/Town", "America/Toronto"],
      ["STORE_TIMEZONE", 5, "America/Toronto"],
      ["STORE_OPEN_TIME", "25:99", null],
      ["STORE_CLOSING_TIME", {}, null],
      ["OPENING_HOURS", { monday: "all day" }, null],
      ["OPENING_HOURS", [["11:00-22:00"]], null],
      ["SPECIAL_HOURS", { from: "never" }, []],
      ["ORDERING_PAUSED_UNTIL", "soon", null],
      ["PAUSE_MESSAGE", { text: "x" }, null],
    ] as const
  ).map(([key, value, byDefault]) => ({
    title: `${key} is ${JSON.stringify(value)}`,
    break: storeSetting(key, value),
    part: `setting ${key}`,
    call: ["/api/site-settings", expect.objectContaining({ [key]: byDefault }) as unknown] as const,
  })),
  {
    title: "the reviews cannot be counted",
    break: rename("reviews", "reviews_away"),
    repair: rename("reviews_away", "reviews"),
    part: "count of waiting reviews",
  },
  {
    title: "the failed emails cannot be counted",
    break: rename("mail_outbox", "mail_away"),
    repair: rename("mail_away", "mail_outbox"),
    part: "count of failed emails",
  },
];

const SETTING_NAMES = `array[${CASES.map(({ part }) => `'${part.replace("setting ", "")}'`).join(",")},'DELIVERY_CITY_PREFILL']`;
let repair: SQL | undefined;
afterEach(async () => {
  if (repair !== undefined) await db.execute(repair);
  await db.execute(sql`delete from menus`);
  await db.execute(sql`delete from settings where key = any(${sql.raw(SETTING_NAMES)})`);
});

const read = async (path: string) => {
  const response = await fetch(shop.url + path);
  return { status: response.status, body: await response.text() };
};

test.each(CASES)("responds on every page and call when $title", async (broken) => {
  repair = broken.repair;
  faults.length = 0;
  log = newLog();
  await db.execute(broken.break);
  // Schema changes fire no triggers, so cached menus would stay.
  await db.execute(storeSetting("DELIVERY_CITY_PREFILL", broken.title));
  const logged = () => faults.filter(({ part }) => part === broken.part).length;
  const readAll = () => Promise.all(["/news", "/admin/desk"].map(read));
  // Another process changed the database: wait for the notification.
  await expect.poll(async () => (await readAll()) && logged()).toBeGreaterThan(0);
  for (const path of ["/news", "/admin/desk"]) {
    const [document, data] = [await read(path), await read(`${path}.data`)];
    expect([path, document.status, data.status]).toEqual([path, 200, 200]);
    expect(document.body).not.toContain("Internal Server Error");
    expect(document.body).toContain(path === "/news" ? "Opening hours" : "Log out");
    expect(data.body).not.toContain("SanitizedError");
  }
  expect((await read("/api/closed-banner")).status).toBe(200);
  if (broken.call !== undefined) {
    const answer = await read(broken.call[0]);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, broken.call[1]]);
  }
  expect(logged(), "logged once").toBe(1);
});
