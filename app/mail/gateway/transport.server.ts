import type { Connection } from "#app/store/domain/connection.ts";

export interface MailAddress {
  /** "" = none. */
  readonly name: string;
  readonly email: string;
}

export interface EmailMessage {
  /** Our own id, carried along so that a doubled mail can be recognised as one. */
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
      /** True: worth another try later. False: the provider will never take this message as it is. */
      readonly retry: boolean;
      /** `refused`: because of the key or the sender, not this email. `silent`: no usable response. */
      readonly trouble?: "refused" | "silent";
      /** A sentence for staff; never a key or an address of ours. */
      readonly message: string;
    };

/** One way for mail to leave. Answers within seconds, never throws for what a provider or a network may do. */
export interface EmailTransport {
  /** "outbox" keeps the mail in the database only (nothing is set up). */
  readonly name: "sendgrid" | "smtp" | "outbox";
  send(message: EmailMessage): Promise<SendResult>;
}

interface ActiveEmail {
  readonly transport: EmailTransport;
  /** Who mails come from; null while no sender is set. */
  readonly sender: MailAddress | null;
  /** How the provider took the last mail; undefined while none was sent with this key, or mails stay here. */
  readonly connection: () => Promise<Connection | undefined>;
}

/** Reads the stored key and sender at each use, so that one typed into the settings works at once on every machine. */
export interface EmailTransportSource {
  current(): Promise<ActiveEmail>;
}
