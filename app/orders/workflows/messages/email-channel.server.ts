import { deliveryStatus } from "#app/mail/domain/delivery-status.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { messageSentence } from "#app/orders/domain/mail/mail-sentences.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { MessageChannel } from "./message-channel.server.ts";

/** An email in the shop's look, through the outbox. An erased customer has no address. */
export const emailChannel: MessageChannel = {
  name: "email",
  needs: "email address",
  reaches: ({ customerEmail }) => customerEmail !== "",
  describe: async (services, { customerEmail }) => {
    const state = await readMailState(services);
    const isSent = state.kind !== "kept";
    return {
      hint: isSent ? `emailed to ${customerEmail}` : "this shop sends no emails: it stays in the email log",
      done: messageSentence(deliveryStatus(undefined, state)),
      isSent,
    };
  },
  send: async (tx, services, { order, text, key, settings }) => {
    const items = await listOrderItems(tx, order.id);
    await mailAboutOrder(tx, services, ["order_message"], key, { order, items, settings, now: services.now(), message: text });
  },
};
