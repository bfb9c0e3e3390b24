import { expect, expectAccessible, openPage, signInByCall, test, type AdminCalls } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder, productId } from "./orders.ts";

/** A product at $10.00 with this stock. */
async function addGoods({ request }: AdminCalls, name: string, stock: number): Promise<number> {
  const blank = await (await request.get("/admin/product/add")).text();
  const fields = [...blank.matchAll(/name="([A-Za-z]+)"/g)].map(([, field]) => [field ?? "", ""]).filter(([field]) => field !== "q");
  const values = { priceCents: "10.00", taxClass: "standard", isHidden: "shown", customizations: "[]" };
  const form = { ...Object.fromEntries(fields), ...values, name, stock: String(stock) };
  const added = await request.post("/admin/product/add", { form, maxRedirects: 0 });
  expect(added.status(), await added.text()).toBe(302);
  return productId(request, name);
}

async function stockOf({ request }: AdminCalls, id: number): Promise<number | null> {
  const { product } = (await (await request.get(`/admin/api/products/${id}`)).json()) as { product: { stock: number | null } };
  return product.stock;
}

test("only the refunded units that staff put back return to the stock", async ({ page, admin, shop }) => {
  const name = `Jar ${crypto.randomUUID().slice(0, 6)}`;
  const [jam, honey] = [`${name} of jam`, `${name} of honey`];
  const jamId = await addGoods(admin, jam, 5);
  const honeyId = await addGoods(admin, honey, 8);
  const customer = newCustomer("Nia");
  await placeOrder(shop.url, customer, 1, [jam, jam, honey]);
  const { id, version } = await orderOf(admin.request, customer);
  await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 20 } });
  expect([await stockOf(admin, jamId), await stockOf(admin, honeyId)]).toEqual([3, 7]);

  await signInByCall(page.request);
  await openPage(page, `/admin/orders/${id}`);
  const putBack = page.getByRole("checkbox", { name: "Put back into stock" });
  const choose = async (title: string, quantity: string) => {
    await page.getByText("Refund…").click();
    await expect(putBack).toHaveCount(0);
    await page.getByRole("radio", { name: "Selected items (with tax)" }).check();
    await page.getByRole("combobox", { name: `How many ${title}` }).selectOption(quantity);
    await expect(putBack, "food is not sold twice unless staff say so").not.toBeChecked();
  };
  await test.step("one of two jars, put back", async () => {
    await choose(jam, "1");
    await putBack.check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Refund $11.30 to the card" }).click();
    await expect(page.getByText("Refunded: $11.30, put back into stock").first()).toBeVisible();
    expect([await stockOf(admin, jamId), await stockOf(admin, honeyId)]).toEqual([4, 7]);
  });
  await test.step("an amount names no units, so there is nothing to put back", async () => {
    await page.getByText("Refund…").click();
    await page.getByRole("radio", { name: "An amount" }).check();
    await expect(putBack).toHaveCount(0);
    await page.getByText("Refund…").click();
  });
  await test.step("the honey, not put back", async () => {
    await choose(honey, "1");
    await page.getByRole("button", { name: "Refund $11.30 to the card" }).click();
    await expect(
      page
        .getByText("1 × ")
        .or(page.getByText(/refunded/i))
        .first(),
    ).toBeVisible();
    await expect(page.getByText(/^Refunded: \$11\.30/)).toHaveCount(2);
    expect([await stockOf(admin, jamId), await stockOf(admin, honeyId)]).toEqual([4, 7]);
  });
});
