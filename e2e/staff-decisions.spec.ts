import type { Locator } from "@playwright/test";
import { recordAlerts } from "./alerts.ts";
import { expect, expectAccessible, openPage, reloadPage, signInByCall, test } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements } from "./live-log.ts";
import { intentStatus, newCustomer, newOrdersCount, orderOf, placeOrder } from "./orders.ts";

test(
  "rejecting releases the authorization and shows the reason to the customer",
  { tag: "@phone" },
  async ({ page, shop, admin, browser }) => {
    const customer = newCustomer("Wanda");
    const { number, token } = await placeOrder(shop.url, customer);
    const intentId = (await orderOf(admin.request, customer)).stripe?.paymentIntent.id ?? "";
    expect(await intentStatus(admin.request, intentId)).toBe("requires_capture");
    await openPage(page, `/payment-complete?order=${token}`);
    await expect(page.getByRole("region", { name: "Now" })).toContainText("Received. We will confirm it soon");

    const counter = await browser.newContext();
    const staff = await counter.newPage();
    await signInByCall(staff.request);
    // On a busy machine six seconds may pass before Undo is clicked.
    await openPage(staff, "/admin/orders/account");
    const undoTime = staff.getByLabel("Time to undo a rejection");
    await undoTime.selectOption("60 seconds");
    await expect(undoTime).toHaveValue("60");
    await openPage(staff, "/admin/orders");
    const ticket = staff.getByRole("article", { name: number });
    await ticket.getByText("Reject or change…").click();
    await ticket.locator("label").filter({ hasText: "Too busy" }).click();
    await ticket.getByLabel(/Message to customer/).fill("the oven is cold");
    await ticket.getByRole("button", { name: `Reject ${number}` }).click();
    await expect(ticket.getByRole("alert").filter({ hasText: `Rejecting ${number}` })).toContainText(/in [1-6]\d s/);
    await ticket.getByRole("button", { name: "Undo" }).click();
    await expect(ticket.getByRole("button", { name: /^Accept · / })).toBeEnabled();

    await openPage(staff, "/admin/orders/account");
    await expect(undoTime).toHaveValue("60");
    await undoTime.selectOption("6 seconds");
    await expect(undoTime).toHaveValue("6");
    await openPage(staff, "/admin/orders");
    await ticket.getByText("Reject or change…").click();
    await ticket.locator("label").filter({ hasText: "Too busy" }).click();
    await ticket.getByLabel(/Message to customer/).fill("the oven is cold");
    await ticket.getByRole("button", { name: `Reject ${number}` }).click();
    await expect(staff.locator("main").getByText(`${number} rejected. This shop sends no emails`)).toBeVisible({
      timeout: 15_000,
    });
    await openPage(staff, "/admin/orders/rejected");
    await expect(staff.getByRole("row").filter({ hasText: customer.name })).toContainText("the oven is cold");
    await counter.close();

    expect(await intentStatus(admin.request, intentId)).toBe("canceled");
    const now = page.getByRole("region", { name: "Now" });
    await expect(now).toContainText("Sorry, we could not take this order");
    await expect(now).toContainText("the oven is cold");
    await expect(now).toContainText("You have not been charged; the hold fades within days.");
  },
);

test("the second of two concurrent accepts learns who was first", { tag: "@desktop" }, async ({ shop, admin, browser }) => {
  const customer = newCustomer("Tomas");
  const { number } = await placeOrder(shop.url, customer);
  const colleague = await admin.addStaff("Ana Counter", ["super-admin"]);
  const [fast, slow] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [first, second] = await Promise.all([fast.newPage(), slow.newPage()]);
  await signInByCall(first.request, colleague);
  await signInByCall(second.request);
  await openPage(first, "/admin/orders");
  await openPage(second, "/admin/orders");
  const late = second.getByRole("article", { name: number });
  await expect(late.getByRole("button", { name: /^Accept · / })).toBeEnabled();
  // The second tablet has been offline since, so its list is old until its own click has a response.
  let isConnected = false;
  for (const path of ["**/admin/api/poll-orders", "**/admin/api/new-orders-count", "**/admin/orders.data*"])
    await second.route(path, (route) => {
      isConnected ||= route.request().method() === "POST";
      return isConnected ? route.continue() : route.abort();
    });

  const ticket = first.getByRole("article", { name: number });
  await ticket.getByRole("button", { name: /^Accept · / }).click();
  await expect(first.locator("main").getByText(`${number} accepted`)).toBeVisible();
  await late.getByRole("button", { name: /^Accept · / }).click();
  await expect(second.locator("main").getByText(/Ana Counter accepted this .*This is the order's current state\./)).toBeVisible();
  const order = await orderOf(admin.request, customer);
  expect(order.status).toBe("accepted");
  expect(order.captured).toBe(order.final_total);
  await Promise.all([fast.close(), slow.close()]);
});

for (const [view, path] of [
  ["board", "/admin/orders/accepted"],
  ["kitchen", "/admin/orders/accepted?view=kitchen"],
] as const)
  test(
    `a conflict on the ${view} stays in sight when its card moves, and is announced once`,
    { tag: "@desktop" },
    async ({ shop, admin, page }) => {
      const customer = newCustomer("Pia");
      const { number } = await placeOrder(shop.url, customer);
      const act = async (action: string, fields: Readonly<Record<string, unknown>> = {}) => {
        const { id, version } = await orderOf(admin.request, customer);
        const answer = await admin.request.post(`/admin/api/orders/${id}/${action}`, { data: { version, ...fields } });
        expect(answer.ok(), await answer.text()).toBe(true);
      };
      await act("accept", { minutes: 20 });
      await recordAnnouncements(page);
      await signInByCall(page.request);
      await openPage(page, path);
      // A colleague is faster while the click is pending.
      await page.route("**/admin/orders/accepted.data*", async (route) => {
        if (route.request().method() === "POST") await act("preparing");
        return route.continue();
      });
      const card = page.getByRole("article", { name: number });
      await card.getByRole("button", { name: /^Start preparing/ }).press("Enter");
      await expect(card.getByRole("button", { name: /^Start preparing/ })).toHaveCount(0);
      const sentence = new RegExp(`^${number}: .* started preparing this .*This is the order's current state\\.`);
      await expectAnnouncedOnce(page, /started preparing this/);
      await expect(page.locator("main").getByText(sentence)).toBeVisible();
      await expect(card.getByText("This is the order's current state")).toHaveCount(0);
    },
  );

test("reports a conflict although the card has left before the response", { tag: "@desktop" }, async ({ shop, admin, browser }) => {
  const customer = newCustomer("Ines");
  const { number } = await placeOrder(shop.url, customer);
  const context = await browser.newContext();
  const staff = await context.newPage();
  await signInByCall(staff.request);
  await openPage(staff, "/admin/orders");
  const ticket = staff.getByRole("article", { name: number });
  await expect(ticket.getByRole("button", { name: /^Accept · / })).toBeEnabled();
  // A colleague is faster while the click is pending; its response arrives after the list.
  await staff.route("**/admin/orders.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const { id, version } = await orderOf(admin.request, customer);
    const accepted = await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 20 } });
    expect(accepted.ok(), await accepted.text()).toBe(true);
    const response = await route.fetch();
    await expect(ticket).toBeHidden();
    return route.fulfill({ response });
  });
  await ticket.getByRole("button", { name: /^Accept · / }).click();
  const sentence = new RegExp(`${number}: .*accepted this .*This is the order's current state\\.`);
  await expect(staff.locator("main").getByText(sentence)).toBeVisible();
  await expect(staff.locator("[aria-live]").getByText(sentence)).toHaveCount(1);
  await context.close();
});

test("one click delays the orders due now and notifies their customers", { tag: "@phone" }, async ({ page, shop, admin }) => {
  const customers = [newCustomer("Mila"), newCustomer("Otto")];
  const tokens: string[] = [];
  for (const customer of customers) {
    tokens.push((await placeOrder(shop.url, customer)).token);
    const { id, version } = await orderOf(admin.request, customer);
    const accepted = await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 20 } });
    expect(accepted.ok(), await accepted.text()).toBe(true);
  }
  const promises = () =>
    Promise.all(customers.map(async (customer) => Date.parse((await orderOf(admin.request, customer)).promised_at ?? "")));
  const before = await promises();
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  const live = page.getByRole("region", { name: "Live controls" });
  await live.getByText("Change", { exact: true }).click();
  const late = live.getByRole("group", { name: "Delay all orders in progress" });
  // Other tests of this shop have orders in progress, too.
  const button = late.getByRole("button", { name: /^\+15 min for \d+ orders$/ });
  await button.press("Enter");
  const question = page.getByRole("alertdialog", { name: /^Promise \d+ orders 15 minutes later\?$/ });
  await expect(question).toContainText("Customers are told the new time by email and on the order's page.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  expect(await promises()).toEqual(before);
  await button.press("Enter");
  await question.getByRole("button", { name: /^Delay \d+ orders$/ }).press("Enter");
  await expect(live.getByRole("status")).toHaveText(/^\d+ orders are promised 15 minutes later\. /);
  await expect(button).toBeFocused();
  const delayed = await promises();
  expect(delayed.map((at, index) => at - (before[index] ?? 0))).toEqual([900_000, 900_000]);

  // A colleague is faster while the confirmation is open, and the page learns of it: the confirmation still concerns the original orders.
  // The controls are disabled until the page has the orders after the first delay.
  await expect(button).toBeEnabled();
  await button.press("Enter");
  await expect(question).toBeVisible();
  const now = (await (await admin.request.get("/admin/api/orders/live")).json()) as { orders_to_delay: readonly object[] };
  const polled = page.waitForResponse((response) => response.url().includes("/admin/orders.data"));
  const quicker = await admin.request.put("/admin/api/orders/live", { data: { delay: { minutes: 15, orders: now.orders_to_delay } } });
  expect(quicker.ok(), await quicker.text()).toBe(true);
  await polled;
  await question.getByRole("button", { name: /^Delay \d+ orders$/ }).press("Enter");
  await expect(live.getByRole("status")).toHaveText("No order was delayed. All of them have changed or are no longer due.");
  expect((await promises()).map((at, index) => at - (delayed[index] ?? 0))).toEqual([900_000, 900_000]);
  await openPage(page, `/payment-complete?order=${tokens[0]}`);
  await expect(page.getByRole("region", { name: "Now" })).toContainText("Running late: now about");
});

test(
  "a message to the customer stays in the email log and the timeline of a shop that sends no emails",
  { tag: "@phone" },
  async ({ page, shop, admin }) => {
    const customer = newCustomer("Kim");
    await placeOrder(shop.url, customer);
    const { id } = await orderOf(admin.request, customer);
    await signInByCall(page.request);
    await openPage(page, `/admin/orders/${id}`);
    const box = page.getByLabel(/^Message to the customer .*this shop sends no emails/);
    const send = page.getByRole("button", { name: "Save message" });
    await box.fill("We are out of rye.");
    await send.press("Enter");
    await expect(page.locator("main").getByText(/^Message to the customer of .* the message stays in the email log\.$/)).toBeVisible();
    await expect(send).toBeFocused();
    await expect(box).toHaveValue("");
    await expect(page.getByText("We are out of rye.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "“Message to the customer” not sent: no email provider" }).click();
    await expect(page.getByRole("heading", { name: /^About your order / })).toBeVisible();
    await expect(page.frameLocator("iframe").getByText("We are out of rye.", { exact: true })).toBeVisible();
  },
);

test("Deny is remembered on this device and disables alerts", { tag: "@desktop" }, async ({ shop, admin, browser }) => {
  const context = await browser.newContext();
  const staff = await context.newPage();
  const alerts = await recordAlerts(staff, { permission: "default" });
  await signInByCall(staff.request);
  await openPage(staff, "/admin/orders");
  const prompt = staff.getByRole("region", { name: "Order alerts" });
  await expect(prompt).toContainText('We can show you notification when new order arrives. Click the "Accept" button.');
  await prompt.getByRole("button", { name: "Deny" }).click();
  await expect(prompt).toBeHidden();
  await reloadPage(staff);
  await expect(staff.getByText("Alerts are off on this device.").filter({ visible: true })).toBeVisible();
  await expect(prompt).toBeHidden();

  const before = await newOrdersCount(admin.request);
  await placeOrder(shop.url, newCustomer("Noor"));
  await expect(staff.getByRole("link", { name: `New orders: ${before + 1}`, exact: true })).toBeVisible();
  expect(alerts.notifications).toEqual([]);
  expect(alerts.sounds).toEqual([]);
  await context.close();
});

test("Accept asks for permission and alerts; the notification opens the orders", { tag: "@desktop" }, async ({ shop, admin, browser }) => {
  const context = await browser.newContext();
  const staff = await context.newPage();
  const alerts = await recordAlerts(staff, { permission: "default" });
  await placeOrder(shop.url, newCustomer("Lena"));
  const waiting = await newOrdersCount(admin.request);
  await signInByCall(staff.request);
  const polled = staff.waitForResponse("**/admin/api/new-orders-count");
  await openPage(staff, "/admin");
  await polled;
  await expect(staff.getByRole("link", { name: `New orders: ${waiting}`, exact: true })).toBeVisible();
  expect(alerts.notifications).toEqual([]);
  await staff.getByRole("region", { name: "Order alerts" }).getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => alerts.notifications).toEqual([`Received ${waiting} new orders!`]);
  await expect.poll(() => alerts.sounds.length).toBeGreaterThan(0);
  await staff.evaluate(() => window.lastNotification?.onclick?.());
  await expect(staff).toHaveURL(/\/admin\/orders$/);
  await context.close();
});

for (const permission of ["default", "granted"] as const) {
  test(`Accept before the first poll alerts once (permission ${permission})`, { tag: "@desktop" }, async ({ shop, admin, browser }) => {
    const context = await browser.newContext();
    const staff = await context.newPage();
    const alerts = await recordAlerts(staff, { permission });
    await placeOrder(shop.url, newCustomer("Edda"));
    const waiting = await newOrdersCount(admin.request);
    await signInByCall(staff.request);
    let answerPolls = () => {};
    const isAllowed = new Promise<void>((resolve) => (answerPolls = resolve));
    let polls = 0;
    await staff.route("**/admin/api/new-orders-count", async (route) => {
      await isAllowed;
      polls += 1;
      await route.fulfill({ json: { count: waiting } });
    });
    await openPage(staff, "/admin/orders");
    await staff.getByRole("region", { name: "Order alerts" }).getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => alerts.notifications).toEqual([`Received ${waiting} new orders!`]);
    answerPolls();
    await expect.poll(() => polls).toBeGreaterThan(1);
    expect(alerts.notifications).toHaveLength(1);
    expect(alerts.sounds).toHaveLength(1);
    await context.close();
  });
}

test("blocked sound shows the banner with 'Play Now'", { tag: "@desktop" }, async ({ shop, browser }) => {
  const context = await browser.newContext();
  const staff = await context.newPage();
  const alerts = await recordAlerts(staff, { permission: "granted", sound: "after-press" });
  await placeOrder(shop.url, newCustomer("Sami"));
  await signInByCall(staff.request);
  await openPage(staff, "/admin/orders");
  const banner = staff.getByText(
    "Your browser blocked sound notification. Playing sound once might resolve the issue. Try playing notification sound.",
  );
  await expect(banner).toBeVisible();
  expect(alerts.sounds.every((sound) => !sound.isHeard)).toBe(true);
  await staff.getByRole("button", { name: "Play Now" }).click();
  await expect(banner).toBeHidden();
  expect(alerts.sounds.at(-1)).toEqual({ path: "/sounds/new-order.wav", volume: 1, isHeard: true });
  await context.close();
});

test(
  "a tablet shows Accept without scrolling, and never over whom an order is for",
  { tag: "@desktop" },
  async ({ shop, admin, browser }) => {
    const customer = newCustomer("Tabea");
    const { number } = await placeOrder(shop.url, customer, 1, ["Orange Juice", "Butter Croissant", "Salt Pretzel", "Two Baguettes"]);
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
    const page = await context.newPage();
    await signInByCall(page.request);
    await openPage(page, "/admin/orders");
    await expect(page.getByRole("region", { name: "Order alerts" })).toBeVisible();
    const accept = { name: /^Accept · / };
    await expect(page.getByRole("article").first().getByRole("button", accept)).toBeInViewport({ ratio: 1 });
    // For a ticket that is only partly visible at the bottom.
    const ticket = page.getByRole("article", { name: number });
    const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top);
    const [customerTop, acceptTop] = await Promise.all([topOf(ticket.getByText(customer.name)), topOf(ticket.getByRole("button", accept))]);
    expect(acceptTop).toBeGreaterThan(customerTop);
    const { id, version } = await orderOf(admin.request, customer);
    await admin.request.post(`/admin/api/orders/${id}/reject`, { data: { version, reason: "closed", text: "" } });
    await context.close();
  },
);
