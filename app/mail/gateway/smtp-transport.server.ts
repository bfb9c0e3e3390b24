import type { Transporter } from "nodemailer";
import { isOnThisMachine, type MailServer } from "#app/store/domain/mail-server.ts";
import type { EmailMessage, EmailTransport, SendResult } from "./transport.server.ts";

export interface SmtpOptions extends MailServer {
  /** "" = the server asks for no sign-in. */
  readonly user: string;
  readonly password: string;
  /** Whole time for one message; default 15 s. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const MAX_REASON_LENGTH = 300;
/** On this port TLS comes first, on every other one by STARTTLS. */
const IMPLICIT_TLS_PORT = 465;

/** Loaded with the first message: a shop without a mail server never needs it. */
async function openTransport(options: SmtpOptions): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(connectionOf(options));
}

/**
 * How the server is connected to. Name and password leave this machine encrypted only; without them TLS is used where the server offers it. A server
 * on this machine is not asked for it, because its certificate has no name to check.
 */
export function connectionOf({ host, port, user, password, timeoutMs = DEFAULT_TIMEOUT_MS }: SmtpOptions) {
  const isLocal = isOnThisMachine({ host });
  return {
    host,
    port,
    secure: port === IMPLICIT_TLS_PORT,
    requireTLS: user !== "" && !isLocal,
    ignoreTLS: isLocal,
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Emails have no attachments: no file or URL may be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Sends by a mail server of the owner's choice. A server that took the message and whose answer got lost is asked again: the message keeps its id,
 * by which servers and mail programs recognize the second one.
 */
export function createSmtpTransport(options: SmtpOptions): EmailTransport {
  let opened: Promise<Transporter> | undefined;
  return {
    name: "smtp",
    async send(message) {
      const transport = await (opened ??= openTransport(options));
      try {
        const { messageId } = await transport.sendMail({
          ...toMail(message),
          signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
        });
        return { ok: true, providerId: messageId ?? "" };
      } catch (error) {
        return refusal(error, options.password);
      }
    },
  };
}

function toMail({ id, from, to, subject, html, text }: EmailMessage) {
  return {
    messageId: `<${id}@${from.email.split("@").at(-1) ?? "localhost"}>`,
    from: { name: from.name, address: from.email },
    to,
    subject,
    text,
    html,
    // Suppresses automatic replies.
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/** Asks the server whether it takes name and password, without sending anything. */
export async function checkMailServer(options: SmtpOptions): Promise<SendResult> {
  const transport = await openTransport(options);
  try {
    await transport.verify();
    return { ok: true, providerId: "" };
  } catch (error) {
    return refusal(error, options.password);
  } finally {
    transport.close();
  }
}

/** What nodemailer tells of a failure. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  /** The server's, such as 550. */
  readonly responseCode?: number;
  readonly response?: string;
}

function refusal(error: unknown, password: string): Extract<SendResult, { ok: false }> {
  if (!(error instanceof Error)) throw error;
  const { code, command, responseCode: status, response } = error as Error & SmtpError;
  const said = (text: string) => (password === "" ? text : text.replaceAll(password, "(password)")).slice(0, MAX_REASON_LENGTH);
  if (status === undefined)
    return { ok: false, retry: true, trouble: "silent", message: said(`The mail server could not be reached: ${error.message}`) };
  const isForGood = status >= 500;
  // The problem is user name, password or sender, not this email.
  const isOurs = isForGood && (code === "EAUTH" || code === "ENOAUTH" || command === "MAIL FROM" || command === "STARTTLS");
  return {
    ok: false,
    retry: !isForGood,
    ...(isOurs ? { trouble: "refused" as const } : {}),
    message: said(`The mail server answered: ${response ?? `${status} ${error.message}`}`),
  };
}
