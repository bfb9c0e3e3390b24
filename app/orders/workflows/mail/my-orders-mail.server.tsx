import { name as exampleName } from "#texts/orders/mail/example.ts";
import { seeMyOrders } from "#texts/orders/mail/templates.ts";
import { MY_ORDERS_MAIL, type RenderedEmail } from "#app/mail/domain/email.ts";
import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import { firstName } from "#app/orders/domain/customer-words.ts";
import {
  filledTemplate,
  FIRST_WORDS,
  mailTemplates,
  snapshotWords,
  type MailTemplate,
} from "#app/orders/domain/mail/mail-template.schema.ts";
import type { OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { oneLine } from "./words.server.ts";
import type { OutgoingServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { printedLook, type PrintedLook } from "#app/store/domain/look/look.ts";
import { LINK_MINUTES, MY_ORDERS_QUEUE, sendMyOrdersLink, type MyOrdersLink } from "#app/orders/workflows/customers/my-orders.server.ts";

const HEADING = { margin: "0 0 16px", fontSize: 20, lineHeight: "28px" };

/** Context name of the encrypted token in the outbox. */
const SEALED_AS = "my orders link";

type Services = Pick<OutgoingServices, "db" | "jobs" | "now" | "secrets" | "env">;

/** The data of the email, besides its link. */
interface MyOrdersMailFacts {
  readonly shopName: string;
  readonly look: PrintedLook;
  /** The customer's full name. */
  readonly name: string;
  /** Absent in emails stored by an earlier version. */
  readonly telephone?: string;
  /** The shop's own texts. Absent if the standard ones apply. */
  readonly words?: OrderMailData["words"];
}

interface MyOrdersMailData extends MyOrdersMailFacts {
  readonly sealedToken: string;
  readonly publicUrl: string;
}

function mailFacts(settings: Settings, publicUrl: string, name: string, own: MailTemplate | undefined): MyOrdersMailFacts {
  return {
    shopName: settings.APP_NAME,
    look: printedLook(settings, publicUrl),
    name,
    telephone: settings.TELEPHONE,
    ...(own === undefined ? {} : { words: snapshotWords(own) }),
  };
}

/** Enqueues the link's email in its transaction. */
export function mailMyOrdersLink({ jobs, secrets, env }: Pick<Services, "jobs" | "secrets" | "env">) {
  return async (tx: Db, { token, order }: MyOrdersLink): Promise<void> => {
    const settings = await readSettings(tx);
    const data: MyOrdersMailData = {
      ...mailFacts(settings, env.publicUrl, order.name, mailTemplates(settings.MAIL_WORDS)[MY_ORDERS_MAIL]),
      sealedToken: secrets.seal(SEALED_AS, token),
      publicUrl: env.publicUrl,
    };
    const mail = { kind: MY_ORDERS_MAIL, orderId: null, recipient: order.email, dedupeKey: hashToken(token), data };
    await enqueueMail(tx, jobs, mail);
  };
}

export async function registerMyOrdersWorker(services: Services & { readonly jobs: Pick<Jobs, "work"> }): Promise<void> {
  await services.jobs.work(MY_ORDERS_QUEUE, async ({ payload: { id } }) => {
    if (typeof id === "string") await sendMyOrdersLink(services.db, id, services.now(), mailMyOrdersLink(services));
  });
}

/** Renders that email. If the token cannot be decrypted, the link leads to the page that requests another one. */
export function writeMyOrdersMail(secrets: SecretBox, data: object): Promise<RenderedEmail> {
  const { sealedToken, publicUrl, ...facts } = data as MyOrdersMailData;
  const token = secrets.open(SEALED_AS, sealedToken);
  return renderMyOrdersMail(facts, token === undefined ? `${publicUrl}/my-orders` : `${publicUrl}/my-orders?link=${token}`);
}

/** An example of the email with these texts; undefined: the standard ones. Its link opens no orders. */
export function writeMyOrdersExample(settings: Settings, publicUrl: string, words: MailTemplate | undefined): Promise<RenderedEmail> {
  return renderMyOrdersMail(mailFacts(settings, publicUrl, exampleName, words), `${publicUrl}/my-orders`);
}

async function renderMyOrdersMail({ shopName, look, name, telephone = "", words }: MyOrdersMailFacts, url: string): Promise<RenderedEmail> {
  const values = { name: firstName(name), shop: shopName, phone: telephone, minutes: String(LINK_MINUTES) };
  const standard = filledTemplate(snapshotWords(FIRST_WORDS[MY_ORDERS_MAIL]), values);
  const filled = words === undefined ? standard : filledTemplate(words, values);
  // Neither may be empty.
  const subject = filled.subject || standard.subject;
  const lines = [filled.heading || standard.heading, ...filled.paragraphs].map(oneLine);
  const { render } = await import("@react-email/render");
  const html = await render(
    <MailFrame shopName={shopName} look={look}>
      <h1 style={HEADING}>{lines[0]}</h1>
      {lines.slice(1).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <MailButton url={url} label={seeMyOrders} look={look} />
    </MailFrame>,
  );
  return { subject: oneLine(subject), html, text: [...lines, url].join("\n\n") };
}
