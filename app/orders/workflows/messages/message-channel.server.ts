import type { EmailTransportSource } from "#app/mail/gateway/transport.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";

/** A message by staff to the customer of a locked order. */
export interface CustomerMessage {
  readonly order: OrderRow;
  readonly text: string;
  /** Identifies the message within its order, so that it is sent once. */
  readonly key: string;
  readonly settings: Settings;
}

/** Texts for staff about a message. */
export interface MessageWords {
  /** Next to the field: "emailed to ana@example.com". */
  readonly hint: string;
  /** After sending: "The message is on its way." */
  readonly done: string;
  /** False: messages do not leave this shop, and are only stored. */
  readonly isSent: boolean;
}

/** The services that a channel needs to describe itself. */
export interface ChannelServices {
  readonly db: Db;
  readonly email: EmailTransportSource;
  readonly now: () => Date;
}

/** A way to send staff's message to the customer of an order. */
export interface MessageChannel {
  /** Stored with the message in the history of the order: "email". */
  readonly name: string;
  /** The contact that an order needs, for the sentence that it cannot be reached: "email address". */
  readonly needs: string;
  readonly reaches: (order: OrderRow) => boolean;
  readonly describe: (services: ChannelServices, order: OrderRow) => Promise<MessageWords>;
  /** Enqueues the message in the transaction of its history entry. Only the job that sends it calls a provider. */
  readonly send: (tx: Db, services: WorkflowServices, message: CustomerMessage) => Promise<void>;
}
