import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";

test("an owner gives an email own words, sees them, and goes back to the standard ones", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings");
  await page.getByRole("link", { name: "Words of emails" }).click();
  await page.waitForURL("**/admin/site-settings/emails");
  await page.getByRole("link", { name: "Refund" }).click();
  const form = page.getByRole("form", { name: "Refund" });
  await expect(form.getByRole("textbox", { name: "Subject" })).toHaveValue("{refund} refunded for order {order}");
  await expectAccessible(page);
  await form.getByRole("textbox", { name: "Heading" }).fill("Your money, {nmae}");
  await form.getByRole("button", { name: "Update the preview" }).click();
  await expect(form.getByRole("textbox", { name: "Heading" })).toBeFocused();
  await expect(form.getByText("There is no {nmae} in this email.").first()).toBeVisible();
  await form.getByRole("textbox", { name: "Heading" }).fill("Your money, {name}");
  await form.getByRole("button", { name: "Update the preview" }).click();
  await expect(page.frameLocator("iframe[title='How the email looks']").getByText("Your money, Ana")).toBeVisible();
  await form.getByRole("button", { name: "Send a test to me" }).click();
  await expect(form.getByText(/Not sent, only kept in the outbox/)).toBeVisible();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("These are your own words.")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Use the standard words" }).click();
  await expect(page.getByText("This email has the standard words")).toBeVisible();
});
