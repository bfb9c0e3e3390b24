import type { Services } from "#app/http/context.server.ts";
import { checkSendGridKey } from "#app/mail/gateway/check-sendgrid-key.server.ts";
import { checkMailServer } from "#app/mail/gateway/smtp-transport.server.ts";
import { smtpOptionsOf } from "#app/mail/workflows/email-source.server.ts";
import { parseMailServer } from "#app/store/domain/mail-server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { checkStripeKey, listStripeGaps } from "#app/payments/workflows/check-stripe-key.server.ts";
import { putConnection } from "#app/store/data/connections.server.ts";
import type { CallOutcome } from "#app/store/domain/connection.ts";
import { findSecret, readSettings } from "#app/store/data/site-settings.server.ts";
import { parseSetting, stripeMode } from "#app/store/domain/settings.schema.ts";
import type { KEY_COMPANIONS, TestableKey } from "#app/store/domain/testable-keys.ts";
import type { ConnectionTest } from "#app/store/ui/staff/settings-view.ts";

type TestServices = Pick<Services, "db" | "secrets" | "env" | "now">;

/** The form's other input that belongs to the key; left out = the stored value. */
type Companions = Readonly<Partial<Record<(typeof KEY_COMPANIONS)[number], string>>>;

const SERVICES = { STRIPE_SECRET_KEY: "stripe", SMTP_PASSWORD: "smtp", SENDGRID_API_KEY: "sendgrid" } as const;

/** Tests a key with its service; form input takes precedence over stored values. Nothing is saved, charged or sent. */
export async function testConnection(services: TestServices, key: TestableKey, typed: string, companions: Companions) {
  const stored = await readSettings(services.db);
  const settings = { ...stored, ...companions };
  const isOtherServer = key === "SMTP_PASSWORD" && settings.SMTP_HOST.trim() !== stored.SMTP_HOST.trim();
  const answer = await keyToTest(services, key, typed, isOtherServer);
  if ("message" in answer) return answer;
  const { outcome, ...test } = await TESTS[key](services, answer.value, settings);
  // A test of the stored key raises or clears its alert.
  if (outcome !== undefined && typed.trim() === "") {
    const mark = key === "SMTP_PASSWORD" ? JSON.stringify(smtpOptionsOf({ ...settings, SMTP_PASSWORD: answer.value })) : answer.value;
    await putConnection(services.db, SERVICES[key], mark, outcome, services.now());
  }
  return test satisfies ConnectionTest;
}

type KeyTest = (services: TestServices, value: string, settings: Settings) => Promise<KeyTestResult>;

const TESTS: Readonly<Record<TestableKey, KeyTest>> = {
  STRIPE_SECRET_KEY: (services, value, settings) => testStripe(services, value, settings.STRIPE_PUBLIC_KEY),
  SMTP_PASSWORD: (_services, value, settings) => testMailServer({ ...settings, SMTP_PASSWORD: value }),
  SENDGRID_API_KEY: (services, value, settings) => testSendGrid(services, value, settings.ORDER_EMAIL_SENDER),
};

interface KeyTestResult extends ConnectionTest {
  readonly outcome?: CallOutcome;
}
/** A user waits for the response. */
const MAIL_SERVER_TIMEOUT_MS = 8_000;
const WORKS: CallOutcome = { state: "works", reason: "" };

async function keyToTest(
  { db, secrets }: TestServices,
  key: TestableKey,
  typed: string,
  isOtherServer: boolean,
): Promise<ConnectionTest | { readonly value: string }> {
  if (typed.trim() !== "") {
    const parsed = parseSetting(key, typed);
    return parsed.ok ? { value: parsed.value } : bad(parsed.error);
  }
  const stored = await findSecret(db, secrets, key);
  // Otherwise the owner of that server could read the password.
  if (stored.state === "set" && isOtherServer)
    return bad("Enter the password, too. The stored one is sent only to the mail server that is saved.");
  if (stored.state === "set") return { value: stored.value };
  // A mail server may need no password.
  if (stored.state === "unset" && key === "SMTP_PASSWORD") return { value: "" };
  return bad(stored.state === "unset" ? "Enter a key first." : "The stored key cannot be read any more. Enter it again.");
}

async function testStripe({ env }: TestServices, secretKey: string, publicKey: string): Promise<KeyTestResult> {
  const mode = stripeMode(secretKey);
  const publicMode = stripeMode(publicKey);
  if (publicMode !== null && publicMode !== mode)
    return bad(`This is a ${mode} key, but the public key is a ${publicMode} one. Both must be of the same kind.`);
  const check = await checkStripeKey(env, secretKey);
  if (check.kind === "refused") return refused(`Stripe refuses this key. It says: ${check.reason}`, check.reason);
  if (check.kind === "unreachable") return bad("Stripe did not answer. Try again in a moment; if that goes on, look at status.stripe.com.");
  const charged = mode === "live" ? "Real cards are charged with it." : "It is a test key: only test cards work, and no card is charged.";
  const { rights, payouts, webhooks } = await listStripeGaps(env, secretKey);
  if (rights !== null) return { ...bad(`Stripe takes this key, but it may not do everything the shop needs. ${rights}`), outcome: WORKS };
  const missing = [publicKey === "" ? "The public key is still missing." : null, webhooks, payouts].filter((each) => each !== null);
  return { ...good(["Stripe takes this key.", charged, ...missing].join(" ")), outcome: WORKS };
}

async function testMailServer(settings: Settings): Promise<KeyTestResult> {
  if (settings.SMTP_HOST.trim() === "") return bad("Enter the mail server first.");
  const server = parseMailServer(settings.SMTP_HOST);
  const options = smtpOptionsOf(settings);
  if (!server.ok || options === null) return bad(server.ok ? "Enter the mail server first." : server.error);
  const answer = await checkMailServer({ ...options, timeoutMs: MAIL_SERVER_TIMEOUT_MS });
  if (!answer.ok) return answer.trouble === "refused" ? refused(answer.message, answer.message) : bad(answer.message);
  const sender = settings.ORDER_EMAIL_SENDER;
  return sender === ""
    ? bad("The mail server takes this sign-in. No email is sent yet: enter the sender email.")
    : { ...good(`The mail server takes this sign-in. Emails are sent from ${sender}.`), outcome: WORKS };
}

async function testSendGrid({ env }: TestServices, apiKey: string, sender: string): Promise<KeyTestResult> {
  const check = await checkSendGridKey(env.sendgridApiUrl, apiKey);
  switch (check.kind) {
    case "refused":
      return refused(`SendGrid refuses this key. It says: ${check.reason}`, check.reason);
    case "cannot-send":
      return bad("SendGrid knows this key, but it may not send mail. Give it the permission “Mail Send”.");
    case "late":
      return bad("SendGrid did not answer within 5 seconds. Try again in a moment.");
    case "unreachable":
      return bad("SendGrid cannot be reached, or what answers there is not SendGrid.");
    case "taken":
      return sender === ""
        ? bad("SendGrid takes this key. No email is sent yet: enter the sender email.")
        : { ...good(`SendGrid takes this key. Emails are sent from ${sender}.`), outcome: WORKS };
  }
}

const good = (message: string): ConnectionTest => ({ isGood: true, message });
const refused = (message: string, reason: string): KeyTestResult => ({ isGood: false, message, outcome: { state: "refused", reason } });
const bad = (message: string): ConnectionTest => ({ isGood: false, message });
