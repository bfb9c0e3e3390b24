import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requestContext, servicesContext, staffContext } from "#app/http/context.server.ts";
import { serializeSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { findSecret, readSettings } from "#app/store/data/site-settings.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { FORM_SETTING_KEYS } from "#app/store/workflows/save-settings.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openSmtpServer, SIGN_IN } from "#test/smtp-server.ts";
import { openStripeAccountServer } from "#test/stripe-account.ts";
import { openTestShop } from "#test/shop.ts";
import { handleSettingsForm, readSettingsView } from "./settings.server.ts";

const { services } = await openTestShop();

/** The browser of an administrator who has just signed in. */
const cookie = await serializeSessionToken((await ownerSession()).token, services.env);

async function ownerSession() {
  const admin = { email: "owner@example.com", name: "Owner", password: "violet-harbour-seventeen", roles: ["super-admin"] } as const;
  const made = await addAdmin(services.db, { ...admin, shopName: "Shopbell" });
  if (!made.ok) throw new Error(made.error);
  return openSession(services.db, made.value, { replaces: null, userAgent: "", now: services.now() });
}

const ANA = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] } as const;

/** Posts the form as somebody sees it now, with changes; answers the status and what the page is told. */
async function post(
  changes: Partial<Record<SettingKey | "mail", string>>,
  confirm: readonly string[] = [],
  of = services,
  test?: string,
  user: StaffUser = ANA,
) {
  const view = await readSettingsView(of);
  const form = new FormData();
  for (const [key, text] of Object.entries({ ...view.texts, ...changes })) form.set(key, text);
  form.set("seen", JSON.stringify(view.seen));
  for (const each of confirm) form.append("confirm", each);
  if (test !== undefined) form.set("test", test);
  const context = new RouterContextProvider();
  context.set(servicesContext, of);
  context.set(requestContext, { id: "test", method: "POST", clientAddress: "127.0.0.1", nonce: "test" });
  context.set(staffContext, user);
  const request = new Request("http://localhost:3000/admin/site-settings", {
    method: "POST",
    body: form,
    headers: { Cookie: cookie.split(";")[0] ?? "" },
  });
  const { data, init } = await handleSettingsForm(request, context);
  return { status: init?.status, answer: data };
}

const GARBAGE = ["{", "[", "5x", '{"monday":5}', '[{"from":5}]', "\u0000", "maybe not"];
/** Kinds that take any text, and a password somebody else has chosen. */
const FREE = new Set(["html", "text", "tel"]);

test.each(FORM_SETTING_KEYS.filter((key) => !FREE.has(SETTINGS[key].kind) && key !== "SMTP_PASSWORD"))(
  "%s: what makes no sense is 422 beside its field",
  async (key) => {
    const before = await readSettings(services.db);
    for (const typed of GARBAGE) {
      const { status, answer } = await post({ [key]: typed });
      expect(status, typed).toBe(422);
      expect(answer).toMatchObject({ kind: "invalid", errors: { [key]: expect.any(String) as string } });
      // A key is never sent back.
      if (SETTINGS[key].kind !== "secret") expect(answer).toMatchObject({ texts: { [key]: typed } });
      else expect(JSON.stringify(answer)).not.toContain(JSON.stringify(typed));
    }
    expect(await readSettings(services.db)).toEqual(before);
  },
);

test("checks a new key with the provider and shows the reason for a rejection", async () => {
  const { status, answer } = await post({ STRIPE_SECRET_KEY: "sk_test_nobodys" });
  expect(status).toBe(422);
  expect(answer).toMatchObject({
    errors: { STRIPE_SECRET_KEY: expect.stringMatching(/^Stripe does not take this key\. It says: .+/) as string },
    confirms: {},
  });
  expect(await findSecret(services.db, services.secrets, "STRIPE_SECRET_KEY")).toEqual({ state: "unset" });
});

test("saves an unchecked key after a confirmation if the provider is unreachable", async () => {
  const alone = { ...services, env: { ...services.env, stripeApiUrl: "http://127.0.0.1:9" } };
  const first = await post({ STRIPE_SECRET_KEY: "sk_test_new" }, [], alone);
  expect(first.status).toBe(422);
  expect(first.answer).toMatchObject({ confirms: { STRIPE_SECRET_KEY: ["unchecked-key"] } });
  expect((await post({ STRIPE_SECRET_KEY: "sk_test_new" }, ["unchecked-key", "nonsense"], alone)).status).toBe(200);
});

test("refuses to remove a tax rate in use; renaming it moves its products", async () => {
  expect((await post({ REDUCED_TAX_RATES: "Groceries 5, Books 2.5" })).status).toBe(200);
  const bread = await insertProduct(services.db, { name: "Bread", taxClass: "groceries" });
  await insertProduct(services.db, { name: "Milk", taxClass: "groceries", deletedAt: new Date() });
  const classes = async () => (await services.db.select({ taxClass: products.taxClass }).from(products)).map((row) => row.taxClass);
  const rates = async () => (await readSettings(services.db)).REDUCED_TAX_RATES;

  for (const gone of ["", "Books 2.5"]) {
    const { status, answer } = await post({ REDUCED_TAX_RATES: gone }, ["move-rates"]);
    expect(status).toBe(422);
    expect(answer).toMatchObject({
      errors: { REDUCED_TAX_RATES: "2 products are taxed as “Groceries”. Keep this rate, or choose another tax for them first." },
    });
  }
  expect(await rates()).toBe("Groceries 5, Books 2.5");

  const asked = await post({ REDUCED_TAX_RATES: "Food 5, Books 2.5" });
  expect(asked.status).toBe(422);
  expect(asked.answer).toMatchObject({
    errors: { REDUCED_TAX_RATES: expect.stringContaining("Move them to “Food”, 5%?") as string },
    confirms: { REDUCED_TAX_RATES: ["move-rates"] },
  });
  expect(await classes()).toEqual(["groceries", "groceries"]);
  expect((await post({ REDUCED_TAX_RATES: "Food 5, Books 2.5" }, ["move-rates"])).status).toBe(200);
  expect(await classes()).toEqual(["food", "food"]);

  // Nobody carries "Books", and another percentage is no other rate.
  expect((await post({ REDUCED_TAX_RATES: "food 4" })).status).toBe(200);
  await services.db.delete(products).where(eq(products.id, bread));
});

/** A SendGrid of our own, on loopback, that answers every question alike. */
async function sendGridAnswering(status: number, body: string) {
  const server = createServer((_request, response) => response.writeHead(status, { "Content-Type": "application/json" }).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { ...services, env: { ...services.env, sendgridApiUrl: `http://127.0.0.1:${port}` } };
}

test.each([
  ["takes the key", 200, '{"scopes":["mail.send"]}', /^SendGrid takes this key\. No email is sent yet/],
  ["knows a key that may not send", 200, '{"scopes":["stats.read"]}', /may not send mail/],
  ["refuses the key", 401, '{"errors":[{"message":"SG.typed is revoked"}]}', /^SendGrid refuses this key\. It says: \(key\) is revoked$/],
  ["is down", 503, "", /cannot be reached/],
  ["is somebody else", 200, "<html>", /cannot be reached/],
])("a typed mail key is tested without being saved: SendGrid %s", async (_what, status, body, sentence) => {
  const shop = await sendGridAnswering(status, body);
  const { answer } = await post({ SENDGRID_API_KEY: "SG.typed" }, [], shop, "SENDGRID_API_KEY");
  expect(answer).toMatchObject({ kind: "tested", tests: { SENDGRID_API_KEY: { message: expect.stringMatching(sentence) as string } } });
  expect(JSON.stringify(answer)).not.toContain("SG.typed");
  expect(await findSecret(services.db, services.secrets, "SENDGRID_API_KEY")).toEqual({ state: "unset" });
});

test.each([
  [{ STRIPE_SECRET_KEY: "pk_test_1" }, /Enter the secret key, which begins with sk_test_/],
  [{ STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLIC_KEY: "pk_test_1" }, /This is a live key, but the public key is a test one/],
  [{ STRIPE_SECRET_KEY: "sk_test_nobodys" }, /^Stripe refuses this key\. It says: .+/],
])("a Stripe key that cannot work says why: %o", async (typed, sentence) => {
  const { answer } = await post(typed, [], services, "STRIPE_SECRET_KEY");
  expect(answer).toMatchObject({ tests: { STRIPE_SECRET_KEY: { isGood: false, message: expect.stringMatching(sentence) as string } } });
});

const HOOK = "http://localhost:3000/api/webhooks/stripe";
const TEST_KEY = "Stripe takes this key. It is a test key: only test cards work, and no card is charged.";
const NOT_SENT = / card is charged\. The webhook endpoint at Stripe is not sent: .*\bcharge\.dispute\.created\b.*\.$/;

test.each([
  [
    "a right is missing",
    { forbidden: ["/v1/refunds", "/v1/disputes"] },
    "Stripe takes this key, but it may not do everything the shop needs. Give the key these rights at Stripe: Charges and Refunds: Write; Disputes: Read.",
  ],
  [
    "payouts may not be read",
    { forbidden: ["/v1/payouts", "/v1/balance_transactions"], endpoints: [{ url: HOOK }] },
    `${TEST_KEY} To list payouts, give the key these rights too: Payouts: Read; Balance transactions: Read.`,
  ],
  ["no endpoint leads here", {}, `${TEST_KEY} No webhook endpoint at Stripe leads to ${HOOK}: payments are noticed up to a minute later.`],
  ["events are not sent", { endpoints: [{ url: HOOK, enabled_events: ["charge.refunded"] }] }, expect.stringMatching(NOT_SENT) as string],
  ["nothing is missing", { endpoints: [{ url: HOOK }] }, TEST_KEY],
])("a typed Stripe key is tested without being saved: %s", async (_what, account, sentence) => {
  const { url } = await openStripeAccountServer(account);
  const shop = { ...services, env: { ...services.env, stripeApiUrl: url } };
  const typed = { STRIPE_SECRET_KEY: "rk_test_typed", STRIPE_PUBLIC_KEY: "pk_test_typed" };
  const { answer } = await post(typed, [], shop, "STRIPE_SECRET_KEY");
  const { message = "" } = (answer as { tests: Record<string, { message: string }> }).tests.STRIPE_SECRET_KEY ?? {};
  expect(message).toEqual(sentence);
  expect(await findSecret(services.db, services.secrets, "STRIPE_SECRET_KEY")).not.toMatchObject({ value: typed.STRIPE_SECRET_KEY });
});

test("tests a typed mail server with its sign-in, and sends through it once saved", async () => {
  const { received, address } = await openSmtpServer();
  const typed = { SMTP_HOST: `${address.host}:${address.port}`, SMTP_USER: SIGN_IN.user, SMTP_PASSWORD: SIGN_IN.password };
  const testOf = async (values: Partial<typeof typed> & { ORDER_EMAIL_SENDER?: string }) =>
    (await post(values, [], services, "SMTP_PASSWORD")).answer;
  const sentence = (text: RegExp) => ({ kind: "tested", tests: { SMTP_PASSWORD: { message: expect.stringMatching(text) as string } } });
  expect(await testOf({ SMTP_HOST: "" })).toMatchObject(sentence(/^Enter the mail server first/));
  expect(await testOf({ ...typed, SMTP_PASSWORD: "a-wrong-password" })).toMatchObject(sentence(/^The mail server answered: 535/));
  expect(await testOf(typed)).toMatchObject(sentence(/takes this sign-in\. No email is sent yet/));
  expect(await testOf({ ...typed, ORDER_EMAIL_SENDER: "a@example.com" })).toMatchObject(sentence(/Emails are sent from a@example\.com/));
  expect((await services.email.current()).transport.name).toBe("outbox");

  expect((await post({ ...typed, ORDER_EMAIL_SENDER: "orders@shop.example" })).status).toBe(200);
  expect(await testOf({ SMTP_PASSWORD: "" })).toMatchObject(sentence(/Emails are sent from orders@shop\.example/));
  const { transport } = await services.email.current();
  const letter = {
    id: "1",
    from: { name: "", email: "orders@shop.example" },
    to: "ana@example.com",
    subject: "Hello",
    html: "<p>Hello",
    text: "Hello",
  };
  expect(await transport.send(letter)).toMatchObject({ ok: true });
  expect(received).toHaveLength(1);
  expect((await post({ SMTP_HOST: "" })).status).toBe(200);
  expect((await services.email.current()).transport.name).toBe("outbox");
});

test("sends a rate-limited test email to the user with the saved settings", async () => {
  const told = (text: RegExp, isGood = false) => ({ isGood, message: expect.stringMatching(text) as string });
  const send = async (user: StaffUser = ANA) => {
    const { answer } = await post({ mail: "test" }, [], services, undefined, user);
    return answer.kind === "tested" ? answer.tests?.ORDER_EMAIL_SENDER : answer;
  };
  const mails = () => services.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "test_mail")).orderBy(mailOutbox.createdAt);
  expect(await send()).toEqual(told(/^Not sent, only kept in the email log/));
  const shopName = (await readSettings(services.db)).APP_NAME;
  expect(await mails()).toMatchObject([{ status: "sent", transport: "outbox", recipient: ANA.email, subject: `${shopName}: test email` }]);

  const { received, address } = await openSmtpServer({
    onRcptTo: ({ address: to }, _session, done) =>
      done(to === ANA.email ? null : Object.assign(new Error("No such mailbox"), { responseCode: 550 })),
  });
  const server = { SMTP_HOST: `${address.host}:${address.port}`, SMTP_USER: SIGN_IN.user, SMTP_PASSWORD: SIGN_IN.password };
  await post({ ...server, ORDER_EMAIL_SENDER: "" });
  expect(await send()).toEqual(told(/^Not sent\. Enter the sender email/));
  await post({ ORDER_EMAIL_SENDER: "orders@shop.example" });
  expect(await send()).toEqual(told(/^Sent to ana@example\.com through the mail server\./, true));
  expect(received).toMatchObject([{ to: [ANA.email], text: expect.stringContaining("this is a test email") as string }]);
  expect(await send({ ...ANA, email: "nobody@example.com" })).toEqual(
    told(/^Not sent\. Check the address nobody@example\.com: .* 550 No such mailbox$/),
  );
  await post({ SMTP_PASSWORD: "a-wrong-password" });
  expect(await send()).toEqual(told(/^Not sent\. Check the key or password and the sender email: .* 535/));
  expect(await send()).toEqual(told(/^Not sent\. You asked for several test emails just now\. Try again in 10 minutes\.$/));
  expect((await mails()).map(({ status, transport }) => [status, transport])).toEqual([
    ["sent", "outbox"],
    ["sent", "smtp"],
  ]);
  await post({ SMTP_HOST: "", ORDER_EMAIL_SENDER: "" });
});
