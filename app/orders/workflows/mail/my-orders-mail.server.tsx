import { MY_ORDERS_MAIL, type RenderedEmail } from "#app/mail/domain/email.ts";
import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import type { OutgoingServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { printedLook, type PrintedLook } from "#app/store/domain/look/look.ts";
import { LINK_MINUTES, MY_ORDERS_QUEUE, sendMyOrdersLink, type MyOrdersLink } from "#app/orders/workflows/customers/my-orders.server.ts";

/** Name under which the encrypted token waits in the outbox. */
const SEALED_AS = "my orders link";

type Services = Pick<OutgoingServices, "db" | "jobs" | "now" | "secrets" | "env">;

interface MyOrdersMailData {
  readonly shopName: string;
  readonly look: PrintedLook;
  readonly name: string;
  readonly sealedToken: string;
  readonly publicUrl: string;
}

/** Enqueues the link's email in its transaction. */
export function mailMyOrdersLink({ jobs, secrets, env }: Pick<Services, "jobs" | "secrets" | "env">) {
  return async (tx: Db, { token, order }: MyOrdersLink): Promise<void> => {
    const settings = await readSettings(tx);
    const data: MyOrdersMailData = {
      shopName: settings.APP_NAME,
      look: printedLook(settings, env.publicUrl),
      name: order.name,
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

/** Renders that email. A token that cannot be decrypted leads to the page that asks for another link. */
export async function writeMyOrdersMail(secrets: SecretBox, data: object): Promise<RenderedEmail> {
  const { shopName, look, name, sealedToken, publicUrl } = data as MyOrdersMailData;
  const token = secrets.open(SEALED_AS, sealedToken);
  const url = token === undefined ? `${publicUrl}/my-orders` : `${publicUrl}/my-orders?link=${token}`;
  const lines = [
    `Hello ${name}, here are your orders at ${shopName}, with their receipts.`,
    `The link works once, for ${LINK_MINUTES} minutes:`,
  ];
  const end = "You did not ask for this? Then ignore this email: nobody else can see your orders.";
  const { render } = await import("@react-email/render");
  const html = await render(
    <MailFrame shopName={shopName} look={look}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <MailButton url={url} label="See my orders" look={look} />
      <p>{end}</p>
    </MailFrame>,
  );
  return { subject: `${shopName}: your orders`, html, text: [...lines, url, end].join("\n\n") };
}
