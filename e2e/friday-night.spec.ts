import type { Browser, Page } from "@playwright/test";
import { expect, openPage, signInByCall, test as base, type AdminCalls } from "./fixtures.ts";
import { intentStatus, newCustomer, placeOrder, type StaffOrder } from "./orders.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

/*
 * Friday, 7 PM: forty orders, two tablets at the counter and a screen in the kitchen, one of them offline for a while. Each order is shown
 * on every screen, never twice at the same time.
 */

/** A separate shop: every order counts. */
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
/** Pixels, as drawn. */
const ALLERGY_AND_QUESTION = 116;

declare global {
  interface Window {
    /** The maximum number of tickets of an order on the screen at the same time; by order number. */
    ticketCounts: Record<string, number>;
  }
}

/** A staff member's screen that records its tickets. */
async function openScreen(browser: Browser, shop: RunningShop, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem("shopbell:order-alerts", "denied");
    window.ticketCounts = {};
    const look = () => {
      const numbers = [...document.querySelectorAll<HTMLElement>("main article h3")].map((heading) => heading.innerText.trim());
      for (const number of numbers) {
        const count = numbers.filter((each) => each === number).length;
        window.ticketCounts[number] = Math.max(window.ticketCounts[number] ?? 0, count);
      }
    };
    setInterval(look, 100);
  });
  await signInByCall(page.request);
  await openPage(page, path);
  return page;
}

const shownOn = async (page: Page) => (await page.locator("main article h3").allInnerTexts()).map((text) => text.trim()).toSorted();

test("Friday, 7 PM", async ({ shop, admin, browser }) => {
  const present = new Set((await ordersSince(admin, new Set())).map((order) => order.id));
  const [left, right] = [await openScreen(browser, shop, "/admin/orders"), await openScreen(browser, shop, "/admin/orders")];
  const kitchen = await openScreen(browser, shop, "/admin/orders/accepted?view=kitchen");
  const before = { tablet: await shownOn(left), kitchen: await shownOn(kitchen) };

  const placed: string[] = [];
  const place = (index: number) => placeOrder(shop.url, newCustomer("Guest"), 1 + (index % 3));
  for (let index = 0; index < ORDERS; index += 2) {
    if (index === 10) await right.context().setOffline(true);
    for (const { number } of await Promise.all([place(index), place(index + 1)])) placed.push(number);
    if (index === 28) {
      await expect(right.getByText(/Not connected for \d+ s\./)).toBeVisible();
      await right.context().setOffline(false);
    }
  }
  const all = [...before.tablet, ...placed].toSorted();
  for (const tablet of [left, right]) await expect.poll(() => shownOn(tablet)).toEqual(all);
  const orders = await ordersSince(admin, present);
  expect(orders.map((order) => order.number).toSorted()).toEqual(placed.toSorted());
  for (const tablet of [left, right]) await expectShownOnce(tablet, placed);

  // On a small tablet the first order's Accept is visible, with room left for an allergy and the question about alerts.
  await dismissCancelled(left);
  await left.setViewportSize({ width: 1024, height: 768 });
  await expect(left.getByRole("navigation", { name: "Orders" }).getByRole("link", { name: "Problems" })).toBeInViewport({ ratio: 1 });
  const accept = await left
    .getByRole("button", { name: /^Accept · / })
    .first()
    .boundingBox();
  expect((accept?.y ?? 0) + (accept?.height ?? 0)).toBeLessThan(768 - ALLERGY_AND_QUESTION);
  await left.setViewportSize({ width: 1280, height: 800 });

  // A few by hand on both tablets, the others by calls; each disappears from the tablets and appears in the kitchen.
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
  await expectShownOnce(kitchen, placed);

  // The kitchen makes one; the board shows it.
  await openPage(left, "/admin/orders/accepted");
  const [first = ""] = await kitchen.locator("main article h3").allInnerTexts();
  await kitchen.keyboard.press("1");
  await expect(left.getByRole("region", { name: "Preparing" }).getByRole("article", { name: first })).toBeVisible();

  // Also only once in the books: each is paid once, by its own intent.
  expect(accepted.filter((order) => order.status !== "accepted" || order.captured !== order.final_total)).toEqual([]);
  const intents = accepted.map((order) => order.stripe?.paymentIntent.id ?? "");
  expect(new Set(intents).size).toBe(ORDERS);
  expect(await intentStatus(admin.request, intents[0] ?? "")).toBe("succeeded");
  for (const page of [left, right, kitchen]) await page.context().close();
});

async function ordersSince(admin: AdminCalls, present: ReadonlySet<string>): Promise<readonly StaffOrder[]> {
  const answer = await admin.request.get("/admin/api/orders", { params: { list: "all", per_page: 100 } });
  const { orders } = (await answer.json()) as { orders: readonly StaffOrder[] };
  return orders.filter(({ id }) => !present.has(id));
}

/** The demo's past orders that customers cancelled in the last twelve hours: their number depends on the hour. */
async function dismissCancelled(page: Page): Promise<void> {
  const seen = page.getByRole("button", { name: /^Seen: / });
  for (let left = await seen.count(); left > 0; left -= 1) {
    await seen.first().click();
    await expect(seen).toHaveCount(left - 1);
  }
}

/** Each order was on this screen, and never twice at the same time. */
async function expectShownOnce(page: Page, numbers: readonly string[]): Promise<void> {
  // The screen is sampled ten times a second, so a new ticket may not be counted yet. A count never falls.
  const wrong = async () => {
    const counts = await page.evaluate(() => window.ticketCounts);
    return numbers.filter((number) => counts[number] !== 1);
  };
  await expect.poll(wrong).toEqual([]);
}
