import type { Page } from "@playwright/test";
import { openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder } from "./orders.ts";

const FOLDER = "docs/guide/images";

async function takePicture(page: Page, name: string, path: string, prepare: () => Promise<void> = async () => {}): Promise<void> {
  await openPage(page, path);
  await prepare();
  await page.screenshot({ path: `${FOLDER}/${name}.jpg`, type: "jpeg", quality: 72, animations: "disabled" });
}

test("take the pictures of the guide", async ({ page, shop, admin }) => {
  const customers = ["Beatrix Novak", "Olaf Steen", "Anouk Vidal", "Idris Chen"].map((name) => ({ ...newCustomer(name), name }));
  for (const customer of customers) await placeOrder(shop.url, customer, 2, ["Orange Juice"]);
  const accepted = await Promise.all(customers.slice(2).map((customer) => orderOf(admin.request, customer)));
  for (const [index, { id, version }] of accepted.entries())
    await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 15 + index * 5 } });
  await page.addInitScript(() => localStorage.setItem("shopbell:order-alerts", "denied"));
  await signInByCall(page.request);
  const [refunded] = accepted;

  await takePicture(page, "orders", "/admin/orders");
  await takePicture(page, "in-progress", "/admin/orders/accepted");
  await takePicture(page, "refund", `/admin/orders/${refunded?.id}`, async () => {
    await page.getByText("Refund…").click();
  });
  await takePicture(page, "setup", "/admin/setup");
  await takePicture(page, "product", "/admin/product/edit/1");
  await takePicture(page, "categories", "/admin/category");
  await takePicture(page, "promotion", "/admin/promotions/edit/1");
  await takePicture(page, "account", "/admin/orders/account");
  await takePicture(page, "import", "/admin/product/import");
});
