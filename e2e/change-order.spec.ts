import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder, PLAIN_PRODUCT, productId, type StaffOrder } from "./orders.ts";

const editor = (page: Page) => page.getByRole("region", { name: /^Change / });
const save = (page: Page) => editor(page).getByRole("button", { name: /^(Save|Enter the addition)/ });

/** A telephone order of two plain products, to be paid at pickup. */
async function takeOrder(request: APIRequestContext, name: string): Promise<StaffOrder> {
  const body = {
    source: "telephone",
    customer: { name, phone: "416 555 0177" },
    items: [{ productId: await productId(request, PLAIN_PRODUCT), quantity: 2 }],
    fulfillment: "pickup",
    payment: "later",
    expectedTotal: 20.34,
  };
  const answer = await request.post("/admin/api/orders", { data: body, headers: { "Idempotency-Key": crypto.randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { order: StaffOrder }).order;
}

/** Adds the plain product to the open change. */
async function addPlain(page: Page): Promise<void> {
  await editor(page).getByRole("button", { name: "Add items…" }).press("Enter");
  await expect(editor(page).getByRole("searchbox", { name: "Find a product" })).toBeFocused();
  await editor(page).getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await editor(page)
    .getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) })
    .click();
}

test("changes an order paid at pickup, and the kitchen sees it", async ({ page }) => {
  const { name } = newCustomer("Pia");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await openPage(page, `/admin/orders/${order.id}`);
  await page.getByRole("link", { name: "Change order…" }).click();
  await expect(editor(page).getByRole("heading", { name: `Change ${order.number}` })).toBeFocused();
  await expectAccessible(page);
  await editor(page)
    .getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` })
    .press("Enter");
  await expect(editor(page).getByText(`2 → 3 ${PLAIN_PRODUCT}`)).toBeVisible();
  await expect(editor(page).getByText(/^The customer pays \$30\.51 when they pick it up\.$/)).toBeVisible();
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: `${order.number} changed.` })).toBeVisible();
  await expect(editor(page)).toBeHidden();
  await expect(page.locator("body")).not.toBeFocused();
  await expect(page.getByText(`Changed: 2 → 3 ${PLAIN_PRODUCT}`).first()).toBeVisible();
  await openPage(page, "/admin/orders/accepted?view=kitchen");
  const card = page.getByRole("article").or(page.getByRole("listitem")).filter({ hasText: order.number });
  await expect(card.getByText(`Changed: 2 → 3 ${PLAIN_PRODUCT}`).first()).toBeVisible();
});

test("added items have a note for the kitchen", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Rut");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  await addPlain(page);
  await editor(page)
    .getByRole("button", { name: `Choices and note of new ${PLAIN_PRODUCT}` })
    .press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note for the kitchen").fill("Well done");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Change/ }).click();
  await expect(dialog).toBeHidden();
  await expect(editor(page).getByText("Note: Well done")).toBeVisible();
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: `${order.number} changed.` })).toBeVisible();
  await expect(page.getByText("Well done").first()).toBeVisible();
});

test("a reverted change can be saved immediately", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Ilse");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await page.clock.install();
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  const press = (way: "more" | "less") =>
    editor(page)
      .getByRole("button", { name: `One ${way}: ${PLAIN_PRODUCT}` })
      .click();
  await press("more");
  await expect(save(page)).toBeEnabled();
  // A preview requested now never arrives, so the button would stay disabled.
  await page.route("**/admin/orders/*", (route) =>
    route.request().postData()?.includes("preview-change") === true ? undefined : route.fallback(),
  );
  // The preview of a change is requested a moment later; both changes are made before.
  await page.clock.pauseAt(Date.now() + 60_000);
  await press("more");
  await press("less");
  await page.clock.runFor(1_000);
  await save(page).click();
  await page.clock.resume();
  await expect(page.getByRole("status").filter({ hasText: `${order.number} changed.` })).toBeVisible();
});

test(
  "more than the card covers becomes an order that goes with the first, paid by link",
  { tag: "@desktop" },
  async ({ page, browser, shop }) => {
    const customer = newCustomer("Ute");
    await placeOrder(shop.url, customer);
    await signInByCall(page.request);
    const first = await orderOf(page.request, customer);
    await page.request.post(`/admin/api/orders/${first.id}/accept`, { data: { version: first.version, minutes: 20 } });
    await openPage(page, `/admin/orders/${first.id}?change=1`);
    await addPlain(page);
    await expect(editor(page).getByText(/becomes an order of its own that goes with/)).toBeVisible();
    await expect(editor(page).getByText("The customer pays more in all")).toBeVisible();
    const announced = page.locator("[aria-live=polite]").filter({ hasText: "Total $10.17, and an added order of $10.17" });
    await expect(announced).toBeAttached();
    await expectAccessible(page);
    await save(page).click();
    await expect(page.getByRole("heading", { name: "Add to an order" })).toBeVisible();
    await expect(page.getByRole("heading", { name: `Goes with ${first.number}` })).toBeVisible();
    await expect(page.getByRole("spinbutton", { name: PLAIN_PRODUCT })).toHaveValue("1");
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Card link" }).press("Space");
    const place = page.getByRole("button", { name: /^Place order · \$/ });
    await expect(place).toBeEnabled();
    await place.click();
    const link = page.getByRole("textbox", { name: "Payment link" });
    await expect(page.getByText(/^Waiting for .*payment of .* by card until /)).toBeFocused();

    const visitor = await browser.newContext();
    const payer = await visitor.newPage();
    await openPage(payer, await link.inputValue());
    await payer.getByRole("combobox", { name: "Try a card" }).selectOption({ index: 0 });
    await payer.getByRole("button", { name: /^Pay \$/ }).click();
    await expect(payer.getByText(/^Accepted/).first()).toBeVisible();
    await visitor.close();

    await openPage(page, `/admin/orders/${first.id}`);
    const added = page.getByRole("link", { name: /^Goes with / });
    await expect(added).toBeVisible();
    await added.click();
    await expect(page.getByRole("link", { name: `Goes with ${first.number}` })).toBeVisible();
  },
);

test("removed items of a charged order are refunded and struck out", { tag: "@desktop" }, async ({ page, shop }) => {
  const customer = newCustomer("Leo");
  await placeOrder(shop.url, customer, 3);
  await signInByCall(page.request);
  const first = await orderOf(page.request, customer);
  await page.request.post(`/admin/api/orders/${first.id}/accept`, { data: { version: first.version, minutes: 20 } });
  await openPage(page, `/admin/orders/${first.id}?change=1`);
  await editor(page)
    .getByRole("button", { name: `One less: ${PLAIN_PRODUCT}` })
    .click();
  await expect(editor(page).getByText("$10.17 goes back to the card.")).toBeVisible();
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: `${first.number} changed. $10.17 goes back to the card.` })).toBeVisible();
  await expect(page.getByText("1 of 3 refunded").first()).toBeVisible();
});

test("the slower of two tablets sees who was faster, and keeps its input", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Max");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  await expect(page.getByRole("link", { name: "Change order…" })).toBeHidden();
  const more = editor(page).getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` });
  await more.click();
  await expect(save(page)).toBeEnabled();
  // The other tablet's decision arrives at this page while it saves.
  await page.route("**/admin/orders/**", async (route) => {
    if (route.request().postData()?.includes("save-change") === true)
      await page.request.post(`/admin/api/orders/${order.id}/preparing`, { data: { version: order.version } });
    await route.fallback();
  });
  await save(page).click();
  const notice = editor(page).getByText(/ started /);
  await expect(notice).toBeVisible();
  await expect(page.locator(":focus")).toContainText(/ started /);
  await expect(page.locator("[aria-live=polite]").filter({ hasText: / started / })).toBeAttached();
  await expect(editor(page).getByRole("spinbutton", { name: PLAIN_PRODUCT })).toHaveValue("3");
  await expectAccessible(page);
  await page.unroute("**/admin/orders/**");
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: `${order.number} changed.` })).toBeVisible();
});

/** Responds to the page's form requests like a proxy without a server, until it is called again. */
async function loseAnswers(page: Page, sent: string): Promise<() => Promise<void>> {
  await page.route("**/admin/orders/**", (route) =>
    route.request().postData()?.includes(sent) === true
      ? route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Service unavailable</h1>" })
      : route.fallback(),
  );
  return () => page.unroute("**/admin/orders/**");
}

test("a change without a response says so, and is requested again", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Kai");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  const more = editor(page).getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` });
  await test.step("the preview", async () => {
    const answerAgain = await loseAnswers(page, "preview-change");
    await more.click();
    await expect(editor(page).getByText("The shop did not answer, so it is not known what this change would do.")).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await expectAccessible(page);
    await answerAgain();
    await editor(page).getByRole("button", { name: "Try again" }).press("Enter");
    await expect(editor(page).getByText(`2 → 3 ${PLAIN_PRODUCT}`)).toBeVisible();
    await expect(editor(page).getByRole("button", { name: "Try again" })).toBeHidden();
  });
  await test.step("another time", async () => {
    const answerAgain = await loseAnswers(page, "price");
    await editor(page).getByText("Another time…").click();
    await editor(page).getByText("At a time", { exact: true }).click();
    await editor(page).getByRole("button", { name: "Show the times" }).click({ trial: true });
    await answerAgain();
    await editor(page).getByRole("button", { name: "Show the times" }).press("Enter");
    await expect(editor(page).getByRole("combobox", { name: "Day" }).locator("option").first()).toBeAttached();
    await editor(page).getByText("As it is", { exact: true }).click();
  });
  await test.step("saving", async () => {
    const answerAgain = await loseAnswers(page, "save-change");
    await save(page).click();
    await expect(page.locator(":focus")).toContainText("it is not known whether this change was saved");
    await expect(editor(page).getByRole("spinbutton", { name: PLAIN_PRODUCT })).toHaveValue("3");
    await expectAccessible(page);
    await answerAgain();
    await save(page).click();
    await expect(page.getByRole("status").filter({ hasText: `${order.number} changed.` })).toBeVisible();
  });
});

test("a colleague's change is announced, and the focus stays in the list", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Eva");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  await addPlain(page);
  await editor(page)
    .getByRole("button", { name: `One less: New ${PLAIN_PRODUCT}` })
    .press("Enter");
  await expect(editor(page).getByRole("spinbutton")).toHaveCount(1);
  await expect(editor(page).getByRole("list", { name: "Items" }).locator(":focus")).toBeAttached();
  const units = editor(page).getByRole("spinbutton", { name: PLAIN_PRODUCT });
  await units.fill("4");
  await page.request.post(`/admin/api/orders/${order.id}/preparing`, { data: { version: order.version } });
  await expect(editor(page).getByText("The order was changed meanwhile.")).toBeVisible();
  await expect(units).toHaveValue("4");
  await expect(units).toBeFocused();
});

test("an order that ends while it is changed says so", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Ina");
  await signInByCall(page.request);
  const order = await takeOrder(page.request, name);
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  await expect(editor(page)).toBeVisible();
  await page.request.post(`/admin/api/orders/${order.id}/cancel`, { data: { version: order.version, reason: "customer_request" } });
  await expect(page.getByRole("alert").filter({ hasText: "This order cannot be changed any more." })).toBeVisible();
  await expectAccessible(page);
});
