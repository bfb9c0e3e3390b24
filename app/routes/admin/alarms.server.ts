import type { Services } from "#app/http/context.server.ts";
import { NO_CARD_ALARM } from "#app/payments/domain/card-problem.ts";
import { CARD_TESTING } from "#app/checkout/workflows/place/card-testing.server.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { countGivenUpWebhooks } from "#app/orders/data/webhooks/webhooks.server.ts";
import { countRefusals } from "#app/staff/data/refusals.server.ts";
import { countAudits } from "#app/staff/data/history.server.ts";
import { isBroken } from "#app/store/domain/connection.ts";
import type { Alarm } from "#app/orders/ui/staff/dashboard/alarms.tsx";
import { counted } from "#texts/plural.ts";

type AlarmServices = Pick<Services, "payments" | "email" | "db" | "now" | "env">;

/** Problems of the whole shop that need an administrator. */
export async function listAlarms(services: AlarmServices, request: Request): Promise<readonly Alarm[]> {
  const dayAgo = new Date(services.now().getTime() - 86_400_000);
  const [{ payment, mail }, tested, refused, givenUp] = await Promise.all([
    connectionAlarms(services),
    countAudits(services.db, CARD_TESTING, dayAgo),
    countRefusals(services.db, dayAgo),
    countGivenUpWebhooks(services.db),
  ]);
  const alarms = [
    payment,
    mail,
    proxyAlarm(services.env, request),
    refusalNotice(refused),
    blockedNotice(refused),
    webhookAlarm(givenUp),
  ].filter((alarm) => alarm !== null);
  if (tested === 0) return alarms;
  const times = tested === 1 ? "once" : `${tested} times`;
  const text = `Possible card testing: ${times} in 24 hours a cart was stopped after many declined cards.`;
  return [...alarms, { text, to: null, isNotice: false }];
}

/** TRUST_PROXY is off but a proxy forwarded this request, so every visitor has the proxy's address. */
function proxyAlarm({ trustProxy }: AlarmServices["env"], request: Request): Alarm | null {
  if (trustProxy !== "off" || !request.headers.has("X-Forwarded-For")) return null;
  const text =
    "The shop is behind a proxy that TRUST_PROXY does not name, so all visitors look like one. Set TRUST_PROXY and restart the shop.";
  return { text, to: null, isNotice: false };
}

function webhookAlarm(count: number): Alarm | null {
  if (count === 0) return null;
  const text = `${counted(count, "webhook was", "webhooks were")} switched off, because nothing arrived there for days.`;
  return { text, to: "/admin/webhooks?status=off", isNotice: false };
}

/** A busy day produces fewer refusals than this. */
const REFUSALS_WORTH_KNOWING = 20;

function refusalNotice(refused: Readonly<Partial<Record<string, number>>>): Alarm | null {
  const { "sign-in": signIns = 0, origin: origins = 0, limit: limits = 0 } = refused;
  if (signIns + origins + limits < REFUSALS_WORTH_KNOWING) return null;
  const text = `Refused in 24 hours: ${counted(signIns, "sign-in", "sign-ins")}, ${counted(origins, "request", "requests")} from other sites, ${limits} over a limit. The log has addresses and accounts.`;
  return { text, to: null, isNotice: true };
}

/** Code injected by browser extensions is reported too, so a few reports are noise. */
const REPORTS_WORTH_KNOWING = 20;

function blockedNotice({ csp: reports = 0 }: Readonly<Partial<Record<string, number>>>): Alarm | null {
  if (reports < REPORTS_WORTH_KNOWING) return null;
  const text = `Browsers blocked something on the shop's pages ${reports} times in 24 hours. The log says what: look for "csp".`;
  return { text, to: null, isNotice: true };
}

/** Whether payment and mail really work; null = they do. A missing key is a notice, not an alarm: nothing has failed. */
export async function connectionAlarms({ payments, email, now }: Omit<AlarmServices, "db" | "env">): Promise<{
  readonly payment: Alarm | null;
  readonly mail: Alarm | null;
}> {
  const [active, mail] = await Promise.all([payments.current(), readMailState({ email, now })]);
  const stripe = await active.connection();
  const alarm = (text: string, section: "payment" | "mail", isNotice = false): Alarm => ({
    text,
    to: `/admin/site-settings#${section}`,
    isNotice,
  });
  const paymentAlarm = () => {
    if (!active.takesCards) return alarm(NO_CARD_ALARM, "payment");
    if (isBroken(stripe, now()))
      return alarm(`Customers cannot pay by card: ${troubleOf("Stripe", stripe.state, stripe.reason)}`, "payment");
    return active.kind === "simulator"
      ? alarm("Card payments are in test mode: no card is charged. Enter the Stripe keys before you open.", "payment", true)
      : null;
  };
  const mailAlarm = () => {
    if (mail.kind === "broken") return alarm(`Emails are not sent. ${sentence(mail.reason)}`, "mail");
    return mail.kind === "kept"
      ? alarm("Emails are not sent: no mail server or SendGrid key is set. They stay in the email log.", "mail", true)
      : null;
  };
  return {
    payment: paymentAlarm(),
    mail: mailAlarm(),
  };
}

function troubleOf(service: string, state: "works" | "refused" | "silent", reason: string): string {
  return state === "silent" ? `${service} does not answer.` : `${service} refuses the stored key. It says: ${sentence(reason)}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
