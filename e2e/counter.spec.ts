import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { recordAlerts, type RecordedAlerts } from "./alerts.ts";
import { expect, expectAccessible, openPage, reloadPage, signInByCall, test as base, withDb } from "./fixtures.ts";
import { newCustomer, newOrdersCount, orderOf, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

/*
 * The kitchen's screen, and the device that rings while the page is closed. A separate shop, because the kitchen's keys stand for the
 * first, second and third ticket.
 */

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
test.describe.configure({ mode: "default" });

const KITCHEN = "/admin/orders/accepted?view=kitchen";

/** Readable, and never wider than the screen. */
async function expectGoodAt(page: Page, ...widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const sizes = () => page.evaluate(() => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth] as const);
    await expect.poll(async () => (await sizes()).join(" in "), `${page.url()} at ${width} px`).toBe(`${width} in ${width}`);
    await expectAccessible(page);
  }
}

test("kitchen keys advance and recall, stations split orders, dark mode stays", async ({ page, shop, admin }) => {
  await admin.setSettings({ KITCHEN_STATIONS: "Oven, Bar" });
  const [bread, juice] = [await productId(page.request, PLAIN_PRODUCT), await productId(page.request, "Orange Juice")];
  await withDb(shop, async (db) => {
    await db.execute(
      sql`update products set station = case id when ${bread}::int then 'Oven' else 'Bar' end where id in (${bread}, ${juice})`,
    );
  });
  const [both, alone] = [newCustomer("Bea"), newCustomer("Olaf")];
  await placeOrder(shop.url, both, 1, ["Orange Juice"]);
  await placeOrder(shop.url, alone);
  for (const [index, customer] of [both, alone].entries()) {
    const { id, version } = await orderOf(admin.request, customer);
    const accepted = await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 10 + index } });
    expect(accepted.ok(), await accepted.text()).toBe(true);
  }
  const { number } = await orderOf(admin.request, both);
  await signInByCall(page.request);
  await openPage(page, KITCHEN);
  const ticket = page.getByRole("article", { name: number });
  const within = (column: string) => page.getByRole("region", { name: column, exact: true }).getByRole("article", { name: number });
  await expect(within("New")).toBeVisible();
  await expect(ticket.getByRole("list", { name: "Oven" })).toContainText(PLAIN_PRODUCT);
  await expect(ticket.getByRole("list", { name: "Bar" })).toContainText("Orange Juice");
  await expectAccessible(page);

  const dark = page.getByRole("button", { name: "Dark" });
  await dark.click();
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await reloadPage(page);
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await expectGoodAt(page, 390, 1024);
  await page.setViewportSize({ width: 1280, height: 800 });
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  await page.emulateMedia({ media: "print" });
  await expect.poll(ink, "paper stays white").not.toBe(light);
  await page.emulateMedia({ media: null });

  /** Each station has its own keys, which work once it is shown. */
  const show = async (station: string) => {
    const link = page.getByRole("link", { name: station, exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  };
  /** The key shown on its button, once the step before is complete: until then it does nothing. */
  const bump = async () => {
    await expect(ticket.getByRole("button")).toBeEnabled();
    const names = await page.getByRole("article").getByRole("heading", { level: 3 }).allInnerTexts();
    await page.keyboard.press(String(names.indexOf(number) + 1));
  };
  const keys = page.getByRole("button", { name: "Single keys" });
  await keys.click();
  await expect(keys).toHaveAttribute("aria-pressed", "false");
  await bump();
  await keys.click();
  await expect(keys).toHaveAttribute("aria-pressed", "true");
  await expect(within("New"), "a key does nothing while keys are off").toBeVisible();
  await bump();
  await expect(within("Preparing")).toBeVisible();
  await bump();
  await expect(within("Ready")).toBeVisible();
  await expect(page.getByRole("button", { name: `Recall ${number}` })).toBeEnabled();
  await page.keyboard.press("r");
  await expect(within("Preparing")).toBeVisible();

  await show("Bar");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(ticket).not.toContainText(PLAIN_PRODUCT);
  await bump();
  await expect(ticket).toBeHidden();
  await page.keyboard.press("r");
  await expect(ticket).toBeVisible();
  await ticket.getByRole("button", { name: "Bar done" }).click();
  await expect(ticket).toBeHidden();
  await show("All");
  await expect(ticket.getByRole("heading", { name: "Bar done" })).toBeVisible();
  await show("Oven");
  await bump();
  await expect(ticket).toBeHidden();
  await show("All");
  await expect(within("Ready")).toBeVisible();
  await expect(dark).toHaveAttribute("aria-pressed", "true");
});

/* The printers' pages on a phone: admin-pages.spec.ts. */
test("printers and load chart are accessible on phone and tablet", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/printers");
  await expectGoodAt(page, 1024);
  await openPage(page, "/admin/printers/add");
  await expectGoodAt(page, 1024);
  await openPage(page, "/admin/orders");
  await page.getByRole("region", { name: "Live controls" }).getByText("Change", { exact: true }).click();
  await expect(page.getByText("Sold out").first()).toBeVisible();
  await expectGoodAt(page, 390, 1024);
});

test.describe("with the staff area's worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("push notifies a device, and one of two open tabs rings", async ({ page, context, shop, admin }) => {
    const told: string[] = [];
    const service = createServer((request, response) => {
      told.push(`${request.method} ${request.url} ${request.headers["content-encoding"]} ${request.headers.authorization?.split(" ")[0]}`);
      response.writeHead(201).end();
      request.resume();
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const { port } = service.address() as AddressInfo;
    const p256dh = createECDH("prime256v1").generateKeys("base64url");
    const device = { endpoint: `http://127.0.0.1:${port}/tablet`, keys: { p256dh, auth: randomBytes(16).toString("base64url") } };

    await signInByCall(page.request);
    const second = await context.newPage();
    const alerts: RecordedAlerts[] = [];
    for (const tab of [page, second]) {
      alerts.push(await recordAlerts(tab, { permission: "granted" }));
      await tab.addInitScript((json) => {
        localStorage.setItem("shopbell:order-alerts", "accepted");
        // Browsers without a vendor have no push service, so only its responses are replaced.
        const KEY = "test:subscribed";
        const subscription = {
          ...json,
          options: { applicationServerKey: null },
          toJSON: () => json,
          unsubscribe: async () => {
            localStorage.removeItem(KEY);
            return true;
          },
        };
        Object.assign(PushManager.prototype, {
          subscribe: async () => {
            localStorage.setItem(KEY, "yes");
            return subscription;
          },
          getSubscription: async () => (localStorage.getItem(KEY) === null ? null : subscription),
        });
      }, device);
      await openPage(tab, "/admin/orders");
    }
    const turn = page.getByRole("switch", { name: /^Turn/ });
    await turn.click();
    await expect(page.getByText("This device is notified of new orders, also with the page closed.")).toBeVisible();
    await reloadPage(page);
    await expect(turn).toHaveAttribute("aria-checked", "true");

    const before = await newOrdersCount(admin.request);
    const heard = () => alerts.flatMap((each) => each.sounds).length;
    const shown = () => alerts.flatMap((each) => each.notifications);
    const [soundsBefore, shownBefore] = [heard(), shown().length];
    await placeOrder(shop.url, newCustomer("Pia"));
    for (const tab of [page, second]) await expect(tab.getByRole("link", { name: `New orders: ${before + 1}`, exact: true })).toBeVisible();
    await expect.poll(() => told).toEqual(["POST /tablet aes128gcm vapid"]);
    // Each has polled once more, so pending notifications would be shown.
    for (const tab of [page, second]) await tab.waitForResponse("**/admin/api/new-orders-count");
    expect([heard() - soundsBefore, shown().slice(shownBefore)]).toEqual([1, ["Received 1 new orders!"]]);

    await turn.click();
    await expect(page.getByText("This device is no longer notified.")).toBeVisible();
    await reloadPage(page);
    await expect(turn).toHaveAttribute("aria-checked", "false");
    expect(((await (await page.request.get("/admin/api/orders/push")).json()) as { devices: number }).devices).toBe(0);
    service.close();
  });
});
