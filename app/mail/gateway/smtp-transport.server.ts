import type { Transporter } from "nodemailer";
import { isOnThisMachine, type MailServer } from "#app/store/domain/mail-server.ts";
import type { EmailMessage, EmailTransport, SendResult } from "./transport.server.ts";

export interface SmtpOptions extends MailServer {
  /** "" = the server needs no sign-in. */
  readonly user: string;
  readonly password: string;
  /** Total time for one message; default 15 s. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const MAX_REASON_LENGTH = 300;
/** Implicit TLS on this port, STARTTLS on every other. */
const IMPLICIT_TLS_PORT = 465;

/** Loaded with the first message: many shops have no mail server. */
async function openTransport(options: SmtpOptions): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(connectionOf(options));
}

/**
 * The connection options. User name and password leave this machine only encrypted; without them TLS is used if the server offers it. A
 * server on this machine is used without TLS, because its certificate has no name to check.
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
 * Sends with the owner's mail server. If the server took a message and its response was lost, the message is sent again with the same id,
 * by which servers and mail programs recognize duplicates.
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

/** Checks user name and password with the server without sending an email. */
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

/** The error fields of nodemailer. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  /** The server's response code, such as 550. */
  readonly responseCode?: number;
  readonly response?: string;
}

function refusal(error: unknown, password: string): Extract<SendResult, { ok: false }> {
  if (!(error instanceof Error)) throw error;
  const { code, command, responseCode: status, response } = error as Error & SmtpError;
  const withoutPassword = (text: string) => (password === "" ? text : text.replaceAll(password, "(password)")).slice(0, MAX_REASON_LENGTH);
  if (status === undefined)
    return {
      ok: false,
      retry: true,
      trouble: "silent",
      message: withoutPassword(`The mail server could not be reached: ${error.message}`),
    };
  const isForGood = status >= 500;
  // The cause is user name, password or sender, not this email.
  const isOurs = isForGood && (code === "EAUTH" || code === "ENOAUTH" || command === "MAIL FROM" || command === "STARTTLS");
  return {
    ok: false,
    retry: !isForGood,
    ...(isOurs ? { trouble: "refused" as const } : {}),
    message: withoutPassword(`The mail server answered: ${response ?? `${status} ${error.message}`}`),
  };
}
