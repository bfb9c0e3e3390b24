import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { emailChannel } from "./email-channel.server.ts";
import type { ChannelServices, MessageChannel, MessageWords } from "./message-channel.server.ts";

/** In order of preference: the first channel that reaches the customer is used. */
const MESSAGE_CHANNELS: readonly MessageChannel[] = [emailChannel];

/** The channel to the customer of this order; undefined: none. */
export function channelTo(order: OrderRow): MessageChannel | undefined {
  return MESSAGE_CHANNELS.find((channel) => channel.reaches(order));
}

/** The contacts that the channels need: "email address". */
export const CHANNELS_NEED = MESSAGE_CHANNELS.map(({ needs }) => needs).join(" or ");

/** Texts for staff about a message to this customer; null: no channel reaches them. */
export async function describeMessages(services: ChannelServices, order: OrderRow): Promise<MessageWords | null> {
  return (await channelTo(order)?.describe(services, order)) ?? null;
}
