import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const FILE = { name: "kept.csv", mimeType: "text/csv", buffer: Buffer.from("Title,Price\nSoup,7.50\n") };
const PICTURE = {
  name: "kept.gif",
  mimeType: "image/gif",
  buffer: Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"),
};

/**
 * For each form of the page with a text or file field: ends the session, submits the form, and expects the sign-in dialog with all input
 * still in place.
 */
export async function expectTypingKept(page: Page, path: string): Promise<void> {
  // A rejection waits for its Undo instead (staff-forms.spec.ts).
  const forms = page.locator("main form[method=post]:not([data-act=reject] form)");
  for (const at of await forms.evaluateAll(indexesWithFields)) {
    const form = forms.nth(at);
    await whileSignedOut(page, async () => {
      const files = form.locator("input[type=file]:not([hidden])");
      if ((await files.count()) > 0) await files.setInputFiles(FILE);
      const typed = await form.evaluate(typeInto);
      await form.evaluate(send);
      await expectDialog(page, path);
      expect(await form.evaluate(valuesOf), `${path}, form ${at + 1}`).toEqual(typed);
    });
  }
  // A picture is uploaded as soon as it is chosen.
  const uploads = page.locator("main input[type=file]:not(form *)");
  for (let at = 0; at < (await uploads.count()); at += 1)
    await whileSignedOut(page, async () => {
      await uploads.nth(at).setInputFiles(PICTURE);
      await expectDialog(page, path);
      await expect(page.locator("main").getByText(PICTURE.name).first(), path).toBeVisible();
      await expect(page.locator("main").getByText("Try again").first(), path).toBeVisible();
    });
}

const dialogOf = (page: Page): Locator => page.getByRole("alertdialog", { name: "Sign in to continue" });

async function expectDialog(page: Page, path: string): Promise<void> {
  await expect(dialogOf(page), path).toBeVisible();
  await expect(page.getByText("Not connected"), path).toBeHidden();
}

/** The session's cookie is removed; the user then signs in again in another tab, which the page notices when it gets the focus. */
async function whileSignedOut(page: Page, act: () => Promise<void>): Promise<void> {
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await act();
  await page.context().addCookies(cookies);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(dialogOf(page)).toBeHidden();
}

/** The forms with a text or file field, by index. */
function indexesWithFields(forms: Element[]): number[] {
  const selector = "input:is([type=text],[type=tel],[type=email],[type=password],[type=file],:not([type])):not([role=combobox]), textarea";
  const hasFields = (form: Element) => [...(form as HTMLFormElement).elements].some((field) => field.matches(selector));
  return forms.flatMap((form, at) => (hasFields(form) ? [at] : []));
}

/** Types into each text field as the keyboard does; returns the fields' values once the page has rendered them. */
async function typeInto(element: Element): Promise<string[]> {
  const selector = "input:is([type=text],[type=tel],[type=email],[type=password],:not([type])):not([role=combobox], [readonly]), textarea";
  const form = element as HTMLFormElement;
  for (const field of [...form.elements].filter((each) => each.matches(selector)) as (HTMLInputElement | HTMLTextAreaElement)[]) {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, `${field.value}7`);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return [...form.elements].flatMap((field) => ("value" in field && field.matches("input, textarea") ? [String(field.value)] : []));
}

function valuesOf(form: Element): string[] {
  const fields = [...(form as HTMLFormElement).elements];
  return fields.flatMap((field) => ("value" in field && field.matches("input, textarea") ? [String(field.value)] : []));
}

/** Submits with the form's first button, ignoring the browser's validation. */
function send(element: Element): void {
  const form = element as HTMLFormElement;
  form.noValidate = true;
  form.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));
}
