import * as texts from "#texts/mail/test-mail.ts";
import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { insertMails, markMailsSent } from "#app/mail/data/mail-outbox.server.ts";
import type { EmailTransportSource } from "#app/mail/gateway/transport.server.ts";
import type { RenderedEmail } from "#app/mail/domain/email.ts";
import { TEST_MAIL, type TestMailOutcome } from "#app/mail/domain/test-mail.ts";
import { MailFrame } from "./mail-frame.server.tsx";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { takePoints, type RateRule } from "#app/platform/rate-limit.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { printedLook } from "#app/store/domain/look/look.ts";
import type { Settings } from "#app/store/domain/settings.ts";

interface TestMailDeps {
  readonly db: Db;
  readonly email: EmailTransportSource;
  readonly now: () => Date;
  readonly env: { readonly publicUrl: string };
}

/** Per staff member. */
const PER_USER: RateRule = { name: "test-mail", points: 5, seconds: 600 };

/** Sends one email to a staff member with the saved settings. It is not retried; a sent one is stored in the outbox. */
export async function sendTestMail(
  { db, email, now, env }: TestMailDeps,
  { id: userId, name, email: to }: Pick<StaffUser, "id" | "name" | "email">,
  /** Default: an email that says it is a test. */
  example?: RenderedEmail,
): Promise<TestMailOutcome> {
  const allowed = await takePoints(db, PER_USER, String(userId));
  if (!allowed.ok) return { kind: "too-many", retryAfterSeconds: allowed.retryAfterSeconds };
  const { transport, sender } = await email.current();
  if (transport.name !== "outbox" && sender === null) return { kind: "no-sender" };
  const id = randomUUID();
  const rendered = example ?? writeTestMail(await readSettings(db), env.publicUrl, name);
  const result = await transport.send({ id, from: sender ?? { name: "", email: "" }, to, ...rendered });
  if (!result.ok) return { kind: "refused", transport: transport.name, trouble: result.trouble ?? null, reason: result.message };
  await inTransaction(db, async (tx) => {
    await insertMails(tx, [{ id, kind: TEST_MAIL, orderId: null, recipient: to, dedupeKey: id, data: {} }]);
    await markMailsSent(tx, [{ id, attempts: 0, rendered, transport: transport.name, at: now() }]);
  });
  return { kind: "sent", transport: transport.name };
}

function writeTestMail(settings: Settings, publicUrl: string, name: string): RenderedEmail {
  const lines = [texts.hello(name, settings.APP_NAME), texts.sameWay];
  const html = renderToStaticMarkup(
    <MailFrame shopName={settings.APP_NAME} look={printedLook(settings, publicUrl)}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </MailFrame>,
  );
  return { subject: texts.subject(settings.APP_NAME), html: `<!DOCTYPE html>${html}`, text: lines.join("\n\n") };
}
