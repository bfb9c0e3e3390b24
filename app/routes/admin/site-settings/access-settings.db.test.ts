import { expect, test } from "vitest";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { SettingKey } from "#app/store/domain/settings.ts";
import { openSmtpServer, SIGN_IN } from "#test/smtp-server.ts";
import { openTestShop } from "#test/shop.ts";
import { openOwnersPages, openStaffPages } from "#test/staff-pages.ts";
import * as setupPage from "#app/routes/admin/setup/index.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import * as filePage from "./file.tsx";
import * as page from "./index.tsx";
import { readSettingsView } from "./settings.server.ts";

/* Settings that decide who gets in, who is paid and where messages go: a session alone, such as a stolen one, does not change them. */

const { services } = await openTestShop();
const owner = await openOwnersPages(services, "Ana");
const withoutConfirmation = openStaffPages(services, "Ana");

type Fields = Readonly<Partial<Record<SettingKey | "test" | "clear", string>>>;

async function post(pages: typeof owner, fields: Fields) {
  const { seen } = await readSettingsView(services);
  return pages.post(page, "/admin/site-settings", { ...fields, seen: JSON.stringify(seen) });
}

test.each<Fields>([
  { SMTP_HOST: "mail.example.com" },
  { SMTP_USER: "orders" },
  { SMTP_PASSWORD: "another-password" },
  { SENDGRID_API_KEY: "SG.another" },
  { clear: "SENDGRID_API_KEY" },
  { REQUIRE_TWO_FACTOR: "on" },
  { STRIPE_PUBLIC_KEY: "pk_test_0123456789abcdefghij" },
  { STRIPE_SECRET_KEY: "sk_test_0123456789abcdefghij" },
  { STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdefghij" },
  { clear: "STRIPE_SECRET_KEY" },
  { ORDER_EMAIL_RECIPIENT: "mallory@example.com" },
  { ORDER_EMAIL_SENDER: "mallory@example.com" },
  { ORDER_ADMIN_CAN_REFUND: "on" },
  { ORDER_ADMIN_CAN_DISCOUNT: "on" },
  { ERASE_CUSTOMERS_MONTHS: "12" },
])("refuses %o without a recent confirmation", async (fields) => {
  const before = await readSettings(services.db);
  const [key = ""] = Object.entries(fields).map(([name, value]) => (name === "clear" ? value : name));
  expect(await post(withoutConfirmation, fields)).toMatchObject({
    status: 422,
    data: { kind: "invalid", errors: { [key]: CONFIRM_FIRST } },
  });
  expect(await readSettings(services.db)).toEqual(before);
});

test("saves other settings without a confirmation, and a mail server with one", async () => {
  expect(await post(withoutConfirmation, { STREET_ADDRESS: "1 Mill Street", SMTP_HOST: "" })).toMatchObject({ status: 200 });
  expect(await post(owner, { SMTP_HOST: "mail.example.com", REQUIRE_TWO_FACTOR: "on" })).toMatchObject({ status: 200 });
  expect(await readSettings(services.db)).toMatchObject({ SMTP_HOST: "mail.example.com", REQUIRE_TWO_FACTOR: true });
});

test("refuses a configuration file with a mail server without a recent confirmation", async () => {
  const text = JSON.stringify({ format: "shopbell-configuration", version: 1, settings: { SMTP_HOST: "other.example.com" } });
  const compared = await withoutConfirmation.post(filePage, "/admin/site-settings/file", { text });
  const { shown } = compared.data as { readonly shown: { readonly seal: string } | null };
  const fields = { text, seal: shown?.seal ?? "" };
  expect(await withoutConfirmation.post(filePage, "/admin/site-settings/file", fields)).toMatchObject({
    status: 422,
    data: { message: CONFIRM_FIRST },
  });
  expect((await readSettings(services.db)).SMTP_HOST).toBe("mail.example.com");
  expect(await owner.post(filePage, "/admin/site-settings/file", fields)).toMatchObject({ status: 200 });
});

test.each<[string, string, Fields]>([
  [
    "payment",
    "STRIPE_SECRET_KEY",
    { STRIPE_SECRET_KEY: "sk_test_0123456789abcdefghij", STRIPE_PUBLIC_KEY: "pk_test_0123456789abcdefghij" },
  ],
  ["mail", "ORDER_EMAIL_RECIPIENT", { ORDER_EMAIL_RECIPIENT: "mallory@example.com" }],
])("refuses the step %s of the setup without a recent confirmation", async (step, key, fields) => {
  const before = await readSettings(services.db);
  const { seen } = await readSettingsView(services);
  expect(await withoutConfirmation.post(setupPage, "/admin/setup", { step, seen: JSON.stringify(seen), ...fields })).toMatchObject({
    status: 422,
    data: { kind: "settings", answer: { message: CONFIRM_FIRST, errors: { [key]: CONFIRM_FIRST } } },
  });
  expect(await readSettings(services.db)).toEqual(before);
});

test("takes the step payment of the setup with a recent sign-in", async () => {
  const { seen } = await readSettingsView(services);
  const fields = { STRIPE_PUBLIC_KEY: "pk_test_0123456789abcdefghij" };
  expect(await owner.post(setupPage, "/admin/setup", { step: "payment", seen: JSON.stringify(seen), ...fields })).toMatchObject({
    status: 302,
  });
  expect(await readSettings(services.db)).toMatchObject(fields);
});

test("undoes a configuration file with a mail server only with a recent confirmation", async () => {
  const entryOf = async (settings: Fields) => {
    const text = JSON.stringify({ format: "shopbell-configuration", version: 1, settings });
    const compared = await owner.post(filePage, "/admin/site-settings/file", { text });
    const { shown } = compared.data as { readonly shown: { readonly seal: string } | null };
    const applied = await owner.post(filePage, "/admin/site-settings/file", { text, seal: shown?.seal ?? "" });
    return String((applied.data as { readonly entry: number }).entry);
  };
  const takeBack = async (pages: typeof owner, entry: string) => pages.post(undo, "/admin/undo", { entry, to: "/admin/history" });
  const before = await readSettings(services.db);
  const entry = await entryOf({ SMTP_HOST: "new.example.com" });
  await takeBack(withoutConfirmation, entry);
  expect(await readSettings(services.db)).toMatchObject({ SMTP_HOST: "new.example.com" });
  await takeBack(owner, entry);
  expect(await readSettings(services.db)).toEqual(before);
  const harmless = await entryOf({ STREET_ADDRESS: "2 Mill Street" });
  await takeBack(withoutConfirmation, harmless);
  expect(await readSettings(services.db)).toEqual(before);
});

test("sends the stored password of the mail server to no other server when a connection is tested", async () => {
  const attempts: string[] = [];
  const other = await openSmtpServer({
    onAuth: ({ password }, _session, done) => {
      attempts.push(password ?? "");
      done(null, { user: "anybody" });
    },
  });
  const own = await openSmtpServer();
  const hostOf = ({ address: { host, port } }: typeof own) => `${host}:${port}`;
  await post(owner, { SMTP_HOST: hostOf(own), SMTP_USER: SIGN_IN.user, SMTP_PASSWORD: SIGN_IN.password });
  const tested = (fields: Fields) => post(owner, { test: "SMTP_PASSWORD", ...fields });
  expect(await tested({ SMTP_HOST: hostOf(other), SMTP_USER: SIGN_IN.user, SMTP_PASSWORD: "" })).toMatchObject({
    data: { message: expect.stringMatching(/^Enter the password/) as string },
  });
  expect(attempts).toEqual([]);
  expect(await tested({ SMTP_HOST: hostOf(other), SMTP_USER: SIGN_IN.user, SMTP_PASSWORD: "typed" })).toMatchObject({ status: 200 });
  expect(attempts).toEqual(["typed"]);
  expect(await tested({ SMTP_HOST: hostOf(own), SMTP_USER: SIGN_IN.user, SMTP_PASSWORD: "" })).toMatchObject({
    data: { message: expect.stringMatching(/takes this sign-in/) as string },
  });
});
