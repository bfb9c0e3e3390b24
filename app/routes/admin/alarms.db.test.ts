import { expect, test } from "vitest";
import { createPaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import { createEmailSource } from "#app/mail/workflows/email-source.server.ts";
import { DEFAULT_SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { watchConnection } from "#app/store/workflows/watch-connection.server.ts";
import { openTestShop } from "#test/shop.ts";
import { connectionAlarms } from "./alarms.server.ts";

const { services, simulator } = await openTestShop();
const { db, log } = services;

/** The shop with these keys, against a provider at this address. */
function shopWith(keys: Partial<Settings>, address: string, now = services.now) {
  const settings = async () => ({ settings: { ...DEFAULT_SETTINGS, ...keys }, unreadable: new Set<never>() });
  return {
    now,
    payments: createPaymentsSource({
      settings,
      env: { stripeApiUrl: address, demoPayments: true },
      selfUrl: "http://127.0.0.1:9",
      simulator: { secretKey: "sk_test_simulator_own", webhookSecret: "whsec_x" },
      watch: watchConnection({ db, now, log }, "stripe"),
    }),
    email: createEmailSource({ settings, apiUrl: address, watch: watchConnection({ db, now, log }, "sendgrid") }),
  };
}
const letter = { id: "1", from: { name: "", email: "a@example.com" }, to: "b@example.com", subject: "s", html: "h", text: "t" };
const later = () => new Date(services.now().getTime() + 6 * 60_000);

test("shows a notice that nothing is real without keys", async () => {
  const { payment, mail } = await connectionAlarms(shopWith({}, simulator.apiUrl));
  expect(payment).toMatchObject({ isNotice: true, text: expect.stringContaining("test mode") as string });
  expect(mail).toMatchObject({ isNotice: true, text: expect.stringContaining("Emails are not sent") as string });
});

test("a rejected payment key raises an alarm until another key is set", async () => {
  const shop = shopWith({ STRIPE_SECRET_KEY: "sk_test_nobodys" }, simulator.apiUrl);
  expect((await connectionAlarms(shop)).payment).toBeNull();
  await (await shop.payments.current()).gateway.retrieveIntent("pi_1");
  expect((await connectionAlarms(shop)).payment).toMatchObject({
    isNotice: false,
    text: expect.stringMatching(/^Customers cannot pay by card: Stripe refuses the stored key\. It says: .+\.$/) as string,
    to: "/admin/site-settings#payment",
  });
  expect((await connectionAlarms(shopWith({ STRIPE_SECRET_KEY: "sk_test_another" }, simulator.apiUrl))).payment).toBeNull();
});

test("a silent provider raises an alarm after five minutes, one lost call does not", async () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_quiet", SENDGRID_API_KEY: "SG.quiet", ORDER_EMAIL_SENDER: "a@example.com" };
  const call = async (now?: () => Date) => {
    const shop = shopWith(keys, "http://127.0.0.1:9", now);
    await (await shop.payments.current()).gateway.retrieveIntent("pi_1");
    await (await shop.email.current()).transport.send(letter);
    return connectionAlarms(shop);
  };
  expect(await call()).toEqual({ payment: null, mail: null });
  expect(await connectionAlarms(shopWith(keys, "http://127.0.0.1:9", later))).toEqual({ payment: null, mail: null });
  expect(await call(later)).toMatchObject({
    payment: { text: "Customers cannot pay by card: Stripe does not answer." },
    mail: { text: expect.stringMatching(/^Emails are not sent\. SendGrid could not be reached/) as string, isNotice: false },
  });
});

test("a mail key without a sender raises an alarm immediately", async () => {
  const { mail } = await connectionAlarms(shopWith({ SENDGRID_API_KEY: "SG.x" }, simulator.apiUrl));
  expect(mail).toMatchObject({ text: "Emails are not sent. No sender email is set.", isNotice: false });
});
