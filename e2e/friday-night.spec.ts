import type { Browser, Page } from "@playwright/test";
import { expect, signInByCall, test as base, type AdminCalls } from "./fixtures.ts";
import { intentStatus, newCustomer, placeOrder, type StaffOrder } from "./orders.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

/*
 * Friday, 7 PM: forty orders in less than a minute, two tablets on the counter and a screen in the kitchen, one of them without a network for a
 * while. Nothing is missed, nothing is there twice, and each step is on every screen within five seconds.
 */

/** A shop of its own: every order counts. */
const test = base.extend<object, { readonly shop: RunningShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

const ORDERS = 40;
const BY_HAND = 3;
/** From the server's clock to what stands on a screen. */
const STEP_MS = 5_000;

interface Seen {
  readonly first: number;
  readonly last: number;
  /** How many times it stood on the screen at once, at most. */
  readonly most: number;
}

declare global {
  interface Window {
    seenOrders: Record<string, { first: number; last: number; most: number }>;
  }
}

/** A screen of a member of staff that writes down when which ticket was on it. */
async function openScreen(browser: Browser, shop: RunningShop, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem("shopbell:order-alerts", "denied");
    window.seenOrders = {};
    const look = () => {
      const now = Date.now();
      const numbers = [...document.querySelectorAll<HTMLElement>("main article h3")].map((heading) => heading.innerText.trim());
      for (const number of numbers) {
        const seen = (window.seenOrders[number] ??= { first: now, last: now, most: 0 });
        seen.last = now;
        seen.most = Math.max(seen.most, numbers.filter((each) => each === number).length);
      }
    };
    setInterval(look, 100);
  });
  await signInByCall(page.request);
  await page.goto(path);
  return page;
}

const seenOn = (page: Page): Promise<Readonly<Record<string, Seen>>> => page.evaluate(() => window.seenOrders);
const shownOn = async (page: Page) => (await page.locator("main article h3").allInnerTexts()).map((text) => text.trim()).toSorted();

test("Friday, 7 PM", async ({ shop, admin, browser }) => {
  const present = new Set((await ordersSince(admin, new Set())).map((order) => order.id));
  const [left, right] = [await openScreen(browser, shop, "/admin/orders"), await openScreen(browser, shop, "/admin/orders")];
  const kitchen = await openScreen(browser, shop, "/admin/orders/accepted?view=kitchen");
  const before = { tablet: await shownOn(left), kitchen: await shownOn(kitchen) };

  const started = Date.now();
  const placed: string[] = [];
  let isOnlineSince = 0;
  const place = (index: number) => placeOrder(shop.url, newCustomer("Guest"), 1 + (index % 3));
  for (let index = 0; index < ORDERS; index += 2) {
    if (index === 10) await right.context().setOffline(true);
    for (const { number } of await Promise.all([place(index), place(index + 1)])) placed.push(number);
    if (index === 28) {
      await expect(right.getByText(/Not connected for \d+ s\./)).toBeVisible();
      await right.context().setOffline(false);
      isOnlineSince = Date.now();
    }
  }
  expect(Date.now() - started, "forty orders").toBeLessThan(60_000);
  const all = [...before.tablet, ...placed].toSorted();
  for (const tablet of [left, right]) await expect.poll(() => shownOn(tablet)).toEqual(all);
  const orders = await ordersSince(admin, present);
  expect(orders.map((order) => order.number).toSorted()).toEqual(placed.toSorted());
  expectInTime(await seenOn(left), orders, ({ placed_at: at }) => Date.parse(at));
  expectInTime(await seenOn(right), orders, ({ placed_at: at }) => Math.max(Date.parse(at), lostAt(at, started, isOnlineSince)));

  // A few by hand on both tablets, the others by calls; each is gone from the tablets and stands in the kitchen.
  for (let index = 0; index < 2 * BY_HAND; index += 1) {
    const tablet = index % 2 === 0 ? left : right;
    const ticket = tablet.getByRole("article", { name: placed[index] ?? "", exact: true });
    await ticket.getByRole("button", { name: /^Accept · / }).click();
    await expect(ticket).toBeHidden();
  }
  for (const order of orders.filter(({ number }) => placed.indexOf(number) >= 2 * BY_HAND)) {
    const answer = await admin.request.post(`/admin/api/orders/${order.id}/accept`, { data: { version: order.version, minutes: 20 } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  for (const tablet of [left, right]) await expect.poll(() => shownOn(tablet)).toEqual(before.tablet);
  await expect.poll(() => shownOn(kitchen)).toEqual([...before.kitchen, ...placed].toSorted());
  const accepted = await ordersSince(admin, present);
  expectInTime(await seenOn(kitchen), accepted, ({ accepted_at: at }) => Date.parse(at ?? ""));
  for (const tablet of [left, right]) {
    const seen = await seenOn(tablet);
    for (const { number, accepted_at: at } of accepted)
      expect((seen[number]?.last ?? 0) - Date.parse(at ?? ""), `${number} is gone from the tablet`).toBeLessThan(STEP_MS);
  }

  // The kitchen makes one; the board says so.
  await left.goto("/admin/orders/accepted");
  const [first = ""] = await kitchen.locator("main article h3").allInnerTexts();
  await kitchen.keyboard.press("1");
  await expect(left.getByRole("region", { name: "Preparing" }).getByRole("article", { name: first })).toBeVisible({ timeout: STEP_MS });

  // Once in the books, too: each is paid once, by an intent of its own.
  expect(accepted.filter((order) => order.status !== "accepted" || order.captured !== order.final_total)).toEqual([]);
  const intents = accepted.map((order) => order.stripe?.paymentIntent.id ?? "");
  expect(new Set(intents).size).toBe(ORDERS);
  expect(await intentStatus(admin.request, intents[0] ?? "")).toBe("succeeded");
  for (const page of [left, right, kitchen]) await page.context().close();
});

interface TimedOrder extends StaffOrder {
  readonly placed_at: string;
  readonly accepted_at: string | null;
}

async function ordersSince(admin: AdminCalls, present: ReadonlySet<string>): Promise<readonly TimedOrder[]> {
  const answer = await admin.request.get("/admin/api/orders", { params: { list: "all", per_page: 100 } });
  const { orders } = (await answer.json()) as { orders: readonly TimedOrder[] };
  return orders.filter(({ id }) => !present.has(id));
}

/** What came while the tablet had no network can be there only after it had one again. */
function lostAt(at: string, started: number, isOnlineSince: number): number {
  return Date.parse(at) >= started && Date.parse(at) < isOnlineSince ? isOnlineSince : 0;
}

/** On the screen within one step of `since`, and never twice at once. */
function expectInTime(seen: Readonly<Record<string, Seen>>, orders: readonly TimedOrder[], since: (order: TimedOrder) => number): void {
  const late = orders.map((order) => ({ number: order.number, ms: (seen[order.number]?.first ?? Infinity) - since(order) }));
  expect(late.filter(({ ms }) => ms > STEP_MS)).toEqual([]);
  expect(orders.filter(({ number }) => seen[number]?.most !== 1)).toEqual([]);
}
