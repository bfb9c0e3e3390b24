import { zoneWhereItIs } from "#test/clock.ts";
import { expect, openPage, openWhole, reloadPage, test, untilAlive } from "./fixtures.ts";
import { fillCart, fillContact, findOrders, newCustomer, payButton, PLAIN_PRODUCT, productId, readOrderNumber } from "./orders.ts";

/** An opening in a few hours is today; late in the evening it is tomorrow. */
const NOON = zoneWhereItIs(12);
const LATE = zoneWhereItIs(22);
const HOUR_MS = 3_600_000;

/** An instant some hours from now. Computed once per test: the minute may change between setting the hours and reading them. */
function inHours(hours: number): number {
  return Date.now() + hours * HOUR_MS;
}

/** "14:05" in the shop's time format. */
function clockAt(instant: number, timeZone = NOON): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant);
}

/** An instant's time in the customer's format. */
function timeText(instant: number, timeZone = NOON): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).format(instant).replaceAll("\u202f", " ");
}

test("a closed shop shows its opening time, refuses orders, and accepts them when open", { tag: "@phone" }, async ({ page, admin }) => {
  const customer = newCustomer("Greta");
  const opening = inHours(2);
  await admin.setSettings({
    STORE_TIMEZONE: NOON,
    STORE_OPEN_TIME: clockAt(opening),
    STORE_CLOSING_TIME: clockAt(inHours(3)),
    ALLOW_SCHEDULING: "",
  });
  await openPage(page, "/");
  await expect(page.getByText(`The store is now closed. We will be back at ${timeText(opening)}.`, { exact: true })).toBeVisible();
  await expect(page.getByText("Closed now")).toBeVisible();

  // The menu and the cart work while the store is closed.
  await fillCart(page.request);
  await openPage(page, "/checkout");
  await expect(page.getByText(`We are closed now. We are back at ${timeText(opening)}.`).first()).toBeVisible();
  // No button that could only fail, and no form that could not be sent; a direct call is rejected with a message.
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByLabel("Email", { exact: true })).toBeHidden();
  await expect(page.getByText("Your cart stays as it is until then.")).toBeInViewport();
  const refused = await page.request.post("/api/checkout", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: { customer, fulfillment: "pickup", requested_for: null, expectedTotal: 10.17 },
  });
  expect(refused.status()).toBe(409);
  expect(await refused.text()).toContain("We are closed now.");
  expect(await findOrders(admin.request, customer.name)).toHaveLength(0);

  await admin.setSettings({ STORE_OPEN_TIME: "", STORE_CLOSING_TIME: "" });
  await reloadPage(page);
  await expect(page.getByText("The store is now closed.")).toBeHidden();

  // The shop closes while a customer types: the form is hidden, its input stays.
  await fillContact(page, customer);
  await page.getByLabel("Email", { exact: true }).press("Tab");
  await admin.setSettings({ STORE_OPEN_TIME: clockAt(opening), STORE_CLOSING_TIME: clockAt(inHours(3)) });
  await reloadPage(page);
  await expect(page.getByLabel("Email", { exact: true })).toBeHidden();
  await admin.setSettings({ STORE_OPEN_TIME: "", STORE_CLOSING_TIME: "" });
  await reloadPage(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  await payButton(page).click();
  await readOrderNumber(page);
});

test("selects the first free time while closed with orders for later", { tag: "@phone" }, async ({ page, admin }) => {
  const customer = newCustomer("Ravi");
  await admin.setSettings({
    STORE_TIMEZONE: NOON,
    STORE_OPEN_TIME: clockAt(inHours(2)),
    STORE_CLOSING_TIME: clockAt(inHours(6)),
    ALLOW_SCHEDULING: "on",
  });
  await fillCart(page.request);
  await openPage(page, "/cart");
  // Good news is not red.
  await expect(page.getByText("You can choose a later time.")).toHaveCSS("color", "rgb(29, 86, 166)");
  await openPage(page, "/checkout");
  await expect(page.getByRole("radio", { name: /^At a time I choose/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^As soon as possible/ })).toBeDisabled();
  await expect(page.getByRole("combobox", { name: "Time" })).not.toHaveValue("");
  await fillContact(page, customer);
  await payButton(page).click();
  await readOrderNumber(page);
  const [order] = (await findOrders(admin.request, customer.name)) as readonly { requested_for?: string | null }[];
  expect(Date.parse(order?.requested_for ?? "")).toBeGreaterThan(Date.now() + HOUR_MS);
});

test("shows the kitchen's pause message until it ends", { tag: "@phone" }, async ({ page, admin }) => {
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  try {
    const paused = await admin.request.put("/admin/api/orders/live", {
      data: { paused_until: until, pause_message: "The fryer needs a moment." },
    });
    expect(paused.ok(), await paused.text()).toBe(true);
    await openPage(page, "/");
    await expect(page.getByText(/^The store is now closed\. We will be back at \d.* The fryer needs a moment\.$/)).toBeVisible();
  } finally {
    await admin.request.put("/admin/api/orders/live", { data: { paused_until: null, pause_message: "" } });
  }
  await reloadPage(page);
  await expect(page.getByText("Open now")).toBeVisible();
  await expect(page.getByText("The store is now closed.")).toBeHidden();
});

for (const state of ["closed", "open"] as const) {
  test(`${state}: nothing shifts while a page loads`, async ({ page, admin, isMobile }) => {
    if (isMobile) await page.setViewportSize({ width: 320, height: 700 });
    // Layout shifts by late fonts depend on the clock's letters; fonts.spec.ts tests those.
    await page.route(/\.woff2$/, (route) => route.abort());
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      // A busy browser paints partial HTML: a name above its picture shifts by 0.021, and an icon the next one by 0.0013. The banner would
      // be 0.05. Shifts by the rest of the document happen in the first frame after parsing, so these limits apply up to the second.
      // would be 0.05. What the rest of the document moved is painted with the first frame after parsing, so these limits hold up to the second.
      let secondFrameAt = Number.POSITIVE_INFINITY;
      const onceParsed = () => requestAnimationFrame(() => requestAnimationFrame((at) => void (secondFrameAt = at)));
      document.addEventListener("readystatechange", onceParsed, { once: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
          if (entry.value >= (entry.startTime < secondFrameAt ? 0.035 : 0.005))
            shifts.push(
              `${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : "?")).join(" | ")}`,
            );
      }).observe({ type: "layout-shift", buffered: true });
    });
    const [category] = (await (await page.request.get("/api/categories")).json()) as readonly { id: number }[];
    const paths = ["/", `/${category?.id}/products`, `/products/${await productId(page.request, PLAIN_PRODUCT)}`];
    // Late in the evening, the next opening or closing is on the next day, which used to need a second line.
    await admin.setSettings({
      STORE_TIMEZONE: LATE,
      STORE_OPEN_TIME: clockAt(inHours(state === "closed" ? 2 : -2), LATE),
      STORE_CLOSING_TIME: clockAt(inHours(3), LATE),
    });
    for (const path of paths) {
      await openWhole(page, path);
      await expect(page.getByText("The store is now closed.")).toBeVisible({ visible: state === "closed" });
      // The last paints' shifts are reported with the frame after them.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts), path).toEqual([]);
    }
  });
}

test("an open page notices closing and opening within five minutes", { tag: "@phone" }, async ({ page, admin }) => {
  await admin.setSettings({ STORE_TIMEZONE: NOON, STORE_OPEN_TIME: "", STORE_CLOSING_TIME: "" });
  await page.clock.install();
  await openPage(page, "/cart");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const opening = inHours(2);
  await admin.setSettings({ STORE_OPEN_TIME: clockAt(opening), STORE_CLOSING_TIME: clockAt(inHours(3)) });
  await untilAlive(page);
  // The shop may be a newer version by then, without this page's files.
  await page.route("**/assets/**", (route) => route.abort());
  await page.clock.fastForward("05:01");
  await expect(page.getByText(`The store is now closed. We will be back at ${timeText(opening)}.`, { exact: true })).toBeVisible();
  // Without a network, the known hours still apply.
  await page.route("**/api/**", (route) => route.abort());
  await page.clock.fastForward("02:00:00");
  await expect(page.getByText("The store is now closed.")).toBeHidden();
});

test("a page that becomes visible shows the current state, or the last one offline", { tag: "@phone" }, async ({ page, admin }) => {
  const opening = inHours(2);
  await admin.setSettings({
    STORE_TIMEZONE: NOON,
    STORE_OPEN_TIME: clockAt(opening),
    STORE_CLOSING_TIME: clockAt(inHours(3)),
  });
  await page.clock.install();
  await openPage(page, "/cart");
  const closed = page.getByText("The store is now closed.");
  await expect(closed).toBeVisible();
  // A device that sleeps: time passes, no timer runs.
  const wakeAt = async (instant: number) => {
    await page.clock.setSystemTime(instant);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  };
  await wakeAt(opening + HOUR_MS / 2);
  await expect(closed).toBeHidden();
  await wakeAt(opening + 2 * HOUR_MS);
  await expect(closed).toBeVisible();
  await page.route(/\/(?:api|assets)\//, (route) => route.abort());
  const asked = page.waitForEvent("requestfailed");
  await wakeAt(opening + 240 * HOUR_MS);
  await asked;
  await page.clock.runFor(1_000);
  await expect(closed).toBeVisible();
});

test("shows the closed state before scripts load, without it in the HTML", { tag: "@phone" }, async ({ page, admin }) => {
  const opening = inHours(2);
  await admin.setSettings({
    STORE_TIMEZONE: LATE,
    STORE_OPEN_TIME: clockAt(opening, LATE),
    STORE_CLOSING_TIME: clockAt(inHours(3), LATE),
  });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  await expect(
    page.getByText(`The store is now closed. We will be back at ${timeText(opening, LATE)} tomorrow.`, { exact: true }),
  ).toBeVisible();
  // The same saved page, loaded while the store is open.
  await page.clock.setFixedTime(Date.now() + 2.5 * HOUR_MS);
  const html = await (await page.request.get("/")).text();
  await page.route("/", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("The store is now closed.")).toBeHidden();
});
