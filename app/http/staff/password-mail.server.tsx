import * as texts from "#texts/mail/password.ts";
import type { Services } from "#app/http/context.server.ts";
import { STAFF_ACCESS_MAIL, type RenderedEmail } from "#app/mail/domain/email.ts";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import {
  INVITATION_HOURS,
  PASSWORD_LINK_QUEUE,
  RESET_MINUTES,
  sendRequestedLink,
  type DeliverLink,
  type PasswordLink,
} from "#app/staff/workflows/password-links.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { printedLook, type PrintedLook } from "#app/store/domain/look/look.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";

/** Name under which the encrypted token waits in the outbox. */
const SEALED_AS = "password link";

interface PasswordMailData {
  readonly shopName: string;
  /** Absent from emails that an earlier version stored. */
  readonly look?: PrintedLook;
  readonly name: string;
  readonly isInvitation: boolean;
  readonly sealedToken: string;
  readonly publicUrl: string;
}

/** The page that a link opens. */
export function passwordLinkUrl(publicUrl: string, { token }: Pick<PasswordLink, "token">): string {
  return `${publicUrl}/admin/login?link=${token}`;
}

/** Enqueues the link's email in its transaction. */
export function mailPasswordLink({ jobs, secrets, env }: Pick<Services, "jobs" | "secrets" | "env">): DeliverLink {
  return async (tx, { user, token, isInvitation }) => {
    const settings = await readSettings(tx);
    const data: PasswordMailData = {
      shopName: settings.APP_NAME,
      look: printedLook(settings, env.publicUrl),
      name: user.name,
      isInvitation,
      sealedToken: secrets.seal(SEALED_AS, token),
      publicUrl: env.publicUrl,
    };
    await enqueueMail(tx, jobs, { kind: STAFF_ACCESS_MAIL, orderId: null, recipient: user.email, dedupeKey: hashToken(token), data });
  };
}

/** Names the worker of requested links. */
export async function registerPasswordLinkWorker(services: Pick<Services, "db" | "jobs" | "secrets" | "env" | "now">): Promise<void> {
  await services.jobs.work(PASSWORD_LINK_QUEUE, async ({ payload: { email } }) => {
    if (typeof email === "string") await sendRequestedLink(services.db, email, services.now(), mailPasswordLink(services));
  });
}

/** Renders that email. A token that cannot be decrypted leads to the request page. */
export async function writePasswordMail(secrets: SecretBox, data: object): Promise<RenderedEmail> {
  const { shopName, look, name, isInvitation, sealedToken, publicUrl } = data as PasswordMailData;
  const token = secrets.open(SEALED_AS, sealedToken);
  const url = token === undefined ? `${publicUrl}/admin/login?forgotten=1` : passwordLinkUrl(publicUrl, { token });
  const { subject, lines, button, end } = isInvitation
    ? {
        subject: texts.invitationSubject(shopName),
        lines: [texts.accountCreated(name, shopName), texts.choosePassword(INVITATION_HOURS / 24)],
        button: texts.choose,
        end: texts.notExpected,
      }
    : {
        subject: texts.resetSubject(shopName),
        lines: [texts.passwordRequested(name, shopName), texts.setPassword(RESET_MINUTES)],
        button: texts.setNew,
        end: texts.notYou,
      };
  const { render } = await import("@react-email/render");
  const html = await render(
    <MailFrame shopName={shopName} look={look}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <MailButton url={url} label={button} look={look} />
      <p>{end}</p>
    </MailFrame>,
  );
  return { subject, html, text: [...lines, url, end].join("\n\n") };
}
