import type { Connection } from "#app/store/domain/connection.ts";

export interface MailAddress {
  /** "" = none. */
  readonly name: string;
  readonly email: string;
}

export interface EmailMessage {
  /** Our own id, sent along so that duplicates can be recognized. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export type SendResult =
  | { readonly ok: true; /** The provider's id of the message; "" when it gives none. */ readonly providerId: string }
  | {
      readonly ok: false;
      /** True: retry later. False: the provider will never accept this message as it is. */
      readonly retry: boolean;
      /** `refused`: because of the key or the sender, not this email. `silent`: no usable response. */
      readonly trouble?: "refused" | "silent";
      /** A sentence for staff; never contains a key or one of our addresses. */
      readonly message: string;
    };

/** One way to send email. Returns within seconds and never throws on errors of provider or network. */
export interface EmailTransport {
  /** "outbox" only stores the email in the database (no provider is set). */
  readonly name: "sendgrid" | "smtp" | "outbox";
  send(message: EmailMessage): Promise<SendResult>;
}

interface ActiveEmail {
  readonly transport: EmailTransport;
  /** The From address; null while no sender is set. */
  readonly sender: MailAddress | null;
  /** The provider's last response; undefined if none was sent with this key, or emails are only stored. */
  readonly connection: () => Promise<Connection | undefined>;
}

/** Reads the stored key and sender on each use, so that new settings take effect immediately on every machine. */
export interface EmailTransportSource {
  current(): Promise<ActiveEmail>;
}
