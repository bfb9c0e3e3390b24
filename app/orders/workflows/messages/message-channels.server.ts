import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { emailChannel } from "./email-channel.server.ts";
import type { ChannelServices, MessageChannel, MessageWords } from "./message-channel.server.ts";

/** In order of preference: the first one that reaches the customer takes the message. */
const MESSAGE_CHANNELS: readonly MessageChannel[] = [emailChannel];

/** The channel to the customer of this order; undefined: none reaches them. */
export function channelTo(order: OrderRow): MessageChannel | undefined {
  return MESSAGE_CHANNELS.find((channel) => channel.reaches(order));
}

/** What the channels need of an order: "email address". */
export const CHANNELS_NEED = MESSAGE_CHANNELS.map(({ needs }) => needs).join(" or ");

/** What staff read about a message to this customer; null: no channel reaches them. */
export async function describeMessages(services: ChannelServices, order: OrderRow): Promise<MessageWords | null> {
  return (await channelTo(order)?.describe(services, order)) ?? null;
}
