import type { OpenedSettings } from "#app/store/data/site-settings.server.ts";
import { outboxTransport } from "#app/mail/gateway/outbox-transport.server.ts";
import { createSendGridTransport } from "#app/mail/gateway/sendgrid-transport.server.ts";
import { UNREADABLE_KEY, type ConnectionWatch, type Heard } from "#app/store/domain/connection.ts";
import type { EmailTransport, EmailTransportSource, MailAddress } from "#app/mail/gateway/transport.server.ts";

export interface EmailSourceOptions {
  readonly settings: () => Promise<OpenedSettings>;
  /** SENDGRID_API_URL; null = SendGrid's own. */
  readonly apiUrl: string | null;
  /** Knows how sending goes. */
  readonly watch?: ConnectionWatch;
}

/** Chooses the transport from what is set right now: SendGrid with a key, else the outbox. One SDK instance lives per key. */
export function createEmailSource({ settings, apiUrl, watch }: EmailSourceOptions): EmailTransportSource {
  let last: { readonly key: string; readonly transport: EmailTransport } | null = null;
  return {
    async current() {
      const { settings: current, unreadable } = await settings();
      const sender = parseSender(current.ORDER_EMAIL_SENDER, current.APP_NAME);
      if (unreadable.has("SENDGRID_API_KEY"))
        return { transport: unreadableKey, sender, connection: () => Promise.resolve(UNREADABLE_KEY) };
      const key = current.SENDGRID_API_KEY;
      if (key === "") return { transport: outboxTransport, sender, connection: () => Promise.resolve(undefined) };
      if (last?.key !== key)
        last = { key, transport: heardTransport(createSendGridTransport({ apiKey: key, apiUrl }), (heard) => watch?.heard(key, heard)) };
      return { transport: last.transport, sender, connection: async () => watch?.last(key) };
    },
  };
}

function heardTransport(transport: EmailTransport, tell: (heard: Heard) => Promise<void> | undefined): EmailTransport {
  return {
    name: transport.name,
    async send(message) {
      const result = await transport.send(message);
      const trouble = result.ok ? undefined : result.trouble;
      await tell(trouble === undefined || result.ok ? { state: "works", reason: "" } : { state: trouble, reason: result.message });
      return result;
    },
  };
}

/** A shop that set a key wants mail to leave: keeping it silently in the outbox would be wrong, so it waits and says why. */
const unreadableKey: EmailTransport = {
  name: "sendgrid",
  send: () =>
    Promise.resolve({
      ok: false,
      retry: true,
      message: "The stored SendGrid API key cannot be opened with this APP_SECRET. Enter the key again in the site settings.",
    }),
};

/** "Shop <orders@example.com>" or a bare address, which then gets the shop's name; null unless there is one address. */
function parseSender(text: string, shopName: string): MailAddress | null {
  const match = /^(?:(?<name>[^<>]*)<(?<inner>[^<>@\s]+@[^<>@\s]+)>|(?<bare>[^<>@\s]+@[^<>@\s]+))$/.exec(text.trim());
  if (match?.groups === undefined) return null;
  const { name = "", inner, bare } = match.groups;
  const quoted = name.trim().replace(/^"(.*)"$/, "$1");
  return { name: quoted === "" ? shopName : quoted, email: inner ?? bare ?? "" };
}
