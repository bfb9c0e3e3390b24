import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, PLAIN_PRODUCT, productId, type StaffOrder } from "./orders.ts";

const editor = (page: Page) => page.getByRole("region", { name: /^Change / });
const save = (page: Page) => editor(page).getByRole("button", { name: /^Save/ });

const area = { freeAbove: "", minOrder: "", minutes: "" };
const TWO_AREAS = {
  ENABLE_DELIVERY: "on",
  DELIVERY_AREAS: JSON.stringify([
    { ...area, name: "Near", prefixes: "M5A", fee: "3.00" },
    { ...area, name: "Far", prefixes: "M6", fee: "6.00" },
  ]),
};
const CHOICE = "Delivery to this address costs $6.00 instead of $3.00";

/** A telephone order of $9.00, with a fee of $3.00 and 13 % tax. */
async function takeDelivery(request: APIRequestContext, name: string, payment: "later" | "cash"): Promise<StaffOrder> {
  const body = {
    source: "telephone",
    customer: { name, phone: "416 555 0177" },
    items: [{ productId: await productId(request, PLAIN_PRODUCT), quantity: 1 }],
    fulfillment: "delivery",
    address: { street: "12 Mill Street", city: "Toronto", postal_code: "M5A 1A1" },
    payment,
    expectedTotal: 13.56,
  };
  const answer = await request.post("/admin/api/orders", { data: body, headers: { "Idempotency-Key": crypto.randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { order: StaffOrder }).order;
}

async function moveFar(page: Page, order: StaffOrder): Promise<void> {
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  await editor(page).getByText("Another address…").click();
  await editor(page).getByRole("textbox", { name: "Postal code" }).fill("M6H 1A1");
}

test("staff choose whether a higher delivery fee is charged or waived", async ({ page, admin }) => {
  await admin.setSettings(TWO_AREAS);
  await signInByCall(page.request);
  const { name } = newCustomer("Fay");
  const order = await takeDelivery(page.request, name, "later");
  await moveFar(page, order);
  const choice = editor(page).getByRole("group", { name: CHOICE });
  await expect(choice.getByRole("radio", { name: "Charge the difference" })).toBeChecked();
  await expect(editor(page).getByText("The customer pays $16.95 when it is delivered.")).toBeVisible();
  const announcer = page.locator("[aria-live=polite]");
  await expect(announcer.filter({ hasText: `New total $16.95. ${CHOICE}. Charge or waive the difference.` })).toBeAttached();
  await expectAccessible(page);
  await choice.getByRole("radio", { name: "Waive it" }).press("Space");
  await expect(editor(page).getByText("The customer pays $13.56 when it is delivered.")).toBeVisible();
  await expect(choice.getByRole("radio", { name: "Waive it" }), "the choice keeps the focus").toBeFocused();
  await expect(announcer.filter({ hasText: "New total $13.56" })).toBeAttached();
  await expect(save(page)).toHaveText("Save · $13.56");
  await choice.getByRole("radio", { name: "Charge the difference" }).press("Space");
  await expect(save(page)).toHaveText("Save · $16.95");
  await choice.getByRole("radio", { name: "Waive it" }).press("Space");
  await expect(save(page)).toHaveText("Save · $13.56");
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: `${order.number} changed.` })).toBeVisible();
  await expect(page.getByText("delivery fee $3.00 instead of $6.00").first()).toBeVisible();
});

test("a paid order keeps its delivery fee, and the preview says why", { tag: "@desktop" }, async ({ page, admin }) => {
  await admin.setSettings(TWO_AREAS);
  await signInByCall(page.request);
  const { name } = newCustomer("Gil");
  const order = await takeDelivery(page.request, name, "cash");
  await moveFar(page, order);
  await expect(editor(page).getByText(`${CHOICE}. The difference is waived. The order is paid, and `)).toBeVisible();
  await expect(editor(page).getByRole("group", { name: CHOICE })).toHaveCount(0);
  await expect(save(page)).toHaveText("Save · $13.56");
  await expectAccessible(page);
});

test("a program previews both fees and waives the difference by call", { tag: "@desktop" }, async ({ page, admin }) => {
  await admin.setSettings(TWO_AREAS);
  await signInByCall(page.request);
  const order = await takeDelivery(page.request, newCustomer("Hal").name, "later");
  const address = { street: "12 Mill Street", city: "Toronto", postal_code: "M6H 1A1" };
  const edit = (body: object) =>
    page.request.post(`/admin/api/orders/${order.id}/edit`, { data: { version: order.version, address, ...body } });
  const previewed = async (body: object) => {
    const { preview } = (await (await edit({ preview: true, ...body })).json()) as { preview: object };
    return preview;
  };
  const fees = { before: 3, asked: 6, can_waive: true };
  expect(await previewed({})).toMatchObject({ after: 16.95, delivery_fee: { ...fees, after: 6 } });
  expect(await previewed({ waiveFee: true })).toMatchObject({ after: 13.56, delivery_fee: { ...fees, after: 3 } });
  expect((await edit({ expectedTotal: 13.56 })).status(), "another total than was previewed").toBe(422);
  expect((await edit({ waiveFee: true, expectedTotal: 13.56 })).status()).toBe(200);
});
