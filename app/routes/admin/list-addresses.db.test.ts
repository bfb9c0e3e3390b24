import { expect, test } from "vitest";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as customers from "./customers/index.tsx";
import * as templates from "./customization-templates/index.tsx";
import * as closedDays from "./end-of-day/index.tsx";
import * as history from "./history/index.tsx";
import * as dashboard from "./index.tsx";
import * as orders from "./orders/index.tsx";
import * as rejected from "./orders/rejected.tsx";
import * as products from "./product/index.tsx";
import * as promotions from "./promotions/index.tsx";
import * as reviews from "./reviews/index.tsx";

const { services } = await openTestShop();
const ana = openStaffPages(services);
await storeOrder(services.db, { placedAt: new Date("2026-11-20T18:00:00Z") });

const DAYS = ["from=0000-01-01", "from=0001-01-01", "from=1970-01-01", "to=1970-01-01", "to=9998-12-31", "to=9999-12-31"];
const BOTH = ["from=0001-01-01&to=9999-12-31", "from=1970-01-01&to=9998-12-31"];
const IDS = ["2147483647", "2147483648", "9999999999"];

test.each([
  ["orders", orders, [...DAYS, ...BOTH].flatMap((days) => [days, `${days}&hour=3`, `${days}&weekday=2&product=7`])],
  ["orders with a dish", orders, IDS.flatMap((id) => [`product=${id}`, `product=${id}&option=1-2`, `promotion=${id}`])],
  ["the history", history, [...DAYS, ...BOTH, ...IDS.map((id) => `person=${id}`)]],
  ["the dashboard", dashboard, [...DAYS, ...BOTH]],
  ["promotions", promotions, [...DAYS, ...BOTH]],
  ["closed days", closedDays, [...DAYS, ...BOTH, "q=%00'", "sort=-none", "page=9999999999"]],
  ["customers", customers, ["tag=%00", "tag=%25", "blocked=maybe", "q=%00'", "sort=-none", "page=9999999999"]],
  ["reviews", reviews, IDS.map((id) => `product=${id}`)],
  ["products", products, IDS.map((id) => `category=${id}`)],
  ["customization templates", templates, IDS.map((id) => `category=${id}`)],
])("no day and no number that an address may name keeps the list of %s from opening", async (_what, page, searches) => {
  for (const search of searches) expect((await ana.get(page, `/admin/x?status=&${search}`)).status, search).toBe(200);
});

test("shows the first day when a dashboard number covers fewer days than its address", async () => {
  const since = async (search: string) => ((await ana.get(orders, `/admin/orders?status=sold&${search}`)).data as { since: unknown }).since;
  expect(await since("hour=3&from=2020-01-01&to=2024-12-31")).toContain("since Mon, Jan 1, 2024.");
  expect(await since("hour=3&to=2024-12-31")).toContain("since Sun, Dec 1, 2024.");
  expect((await ana.get(rejected, "/admin/orders/rejected?reason=none&to=2024-12-31")).data).toMatchObject({
    since: expect.stringContaining("since Sun, Dec 1, 2024."),
  });
  for (const whole of ["hour=3&from=2024-12-01&to=2024-12-31", "hour=3&from=2024-12-31&to=2024-12-01", "from=2020-01-01", "with=late"])
    expect(await since(whole), whole).toBeNull();
});
