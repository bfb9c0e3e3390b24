import type { OpenedSettings } from "#app/store/data/site-settings.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { parseMailServer } from "#app/store/domain/mail-server.ts";
import { inCall } from "#app/platform/tracing.server.ts";
import { createSmtpTransport, type SmtpOptions } from "#app/mail/gateway/smtp-transport.server.ts";
import { outboxTransport } from "#app/mail/gateway/outbox-transport.server.ts";
import { createSendGridTransport } from "#app/mail/gateway/sendgrid-transport.server.ts";
import { UNREADABLE_KEY, type ConnectionWatch, type CallOutcome } from "#app/store/domain/connection.ts";
import type { EmailTransport, EmailTransportSource, MailAddress, SendResult } from "#app/mail/gateway/transport.server.ts";

export interface EmailSourceOptions {
  readonly settings: () => Promise<OpenedSettings>;
  /** SENDGRID_API_URL; null = SendGrid's own. */
  readonly apiUrl: string | null;
  /** Receives the results of sending. */
  readonly watch?: ConnectionWatch;
  readonly smtpWatch?: ConnectionWatch;
}

/** Chooses the transport from the current settings: a mail server, SendGrid with a key, else the outbox. One instance is kept per key. */
export function createEmailSource({ settings, apiUrl, watch, smtpWatch }: EmailSourceOptions): EmailTransportSource {
  let last: { readonly key: string; readonly transport: EmailTransport } | null = null;
  return {
    async current() {
      const { settings: current, unreadable: closed } = await settings();
      const sender = parseSender(current.ORDER_EMAIL_SENDER, current.APP_NAME);
      const server = smtpOptionsOf(current);
      if (server !== null && closed.has("SMTP_PASSWORD"))
        return { transport: unreadablePassword, sender, connection: () => Promise.resolve(UNREADABLE_KEY) };
      if (server !== null) {
        const key = JSON.stringify(server);
        if (last?.key !== key)
          last = { key, transport: monitoredTransport(createSmtpTransport(server), (outcome) => smtpWatch?.record(key, outcome)) };
        return { transport: last.transport, sender, connection: async () => smtpWatch?.last(key) };
      }
      if (closed.has("SENDGRID_API_KEY")) return { transport: unreadableKey, sender, connection: () => Promise.resolve(UNREADABLE_KEY) };
      const key = current.SENDGRID_API_KEY;
      if (key === "") return { transport: outboxTransport, sender, connection: () => Promise.resolve(undefined) };
      if (last?.key !== key)
        last = {
          key,
          transport: monitoredTransport(createSendGridTransport({ apiKey: key, apiUrl }), (outcome) => watch?.record(key, outcome)),
        };
      return { transport: last.transport, sender, connection: async () => watch?.last(key) };
    },
  };
}

const failureOf = (result: SendResult) => (result.ok ? null : (result.trouble ?? "refused message"));

function monitoredTransport(transport: EmailTransport, report: (outcome: CallOutcome) => Promise<void> | undefined): EmailTransport {
  return {
    name: transport.name,
    async send(message) {
      const result = await inCall(transport.name, "send", () => transport.send(message), failureOf);
      const trouble = result.ok ? undefined : result.trouble;
      await report(trouble === undefined || result.ok ? { state: "works", reason: "" } : { state: trouble, reason: result.message });
      return result;
    },
  };
}

/** The mail server in the settings; null = none. */
export function smtpOptionsOf(settings: Pick<Settings, "SMTP_HOST" | "SMTP_USER" | "SMTP_PASSWORD">): SmtpOptions | null {
  const server = parseMailServer(settings.SMTP_HOST);
  return server.ok ? { ...server.value, user: settings.SMTP_USER.trim(), password: settings.SMTP_PASSWORD } : null;
}

/** A shop with a key wants email to be sent. Silently storing it in the outbox would be wrong, so emails wait and show the reason. */
const unreadable = (name: EmailTransport["name"], what: string): EmailTransport => ({
  name,
  send: () =>
    Promise.resolve({
      ok: false,
      retry: true,
      message: `The stored ${what} cannot be opened with this APP_SECRET. Enter it again in the site settings.`,
    }),
});
const unreadableKey = unreadable("sendgrid", "SendGrid API key");
const unreadablePassword = unreadable("smtp", "password of the mail server");

/** "Shop <orders@example.com>" or a bare address, which gets the shop's name; null unless there is exactly one address. */
function parseSender(text: string, shopName: string): MailAddress | null {
  const match = /^(?:(?<name>[^<>]*)<(?<inner>[^<>@\s]+@[^<>@\s]+)>|(?<bare>[^<>@\s]+@[^<>@\s]+))$/.exec(text.trim());
  if (match?.groups === undefined) return null;
  const { name = "", inner, bare } = match.groups;
  const quoted = name.trim().replace(/^"(.*)"$/, "$1");
  return { name: quoted === "" ? shopName : quoted, email: inner ?? bare ?? "" };
}
