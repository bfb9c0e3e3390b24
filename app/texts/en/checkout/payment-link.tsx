/** The page on which a customer pays an order that staff took by telephone. */
import type { ReactNode } from "react";

export const payForOrder = "Pay for your order";
export const hello = (name: string) => `Hello, ${name}.`;
export const begins = (shop: string, amount: ReactNode, until: ReactNode) => (
  <>
    {shop} begins as soon as {amount} is paid. This link works until {until}.
  </>
);
export const lastTryFailed = (reason: string) => `The last try failed: ${reason}`;
export const orderForPickup = "Your order, for pickup";
export const orderForDelivery = "Your order, for delivery";
/** The requested time. */
export const forTime = (time: ReactNode) => <>For {time}</>;
export const toAddress = (address: string) => `To ${address}`;
