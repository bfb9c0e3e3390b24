/** Shown everywhere on an order paid with a test card. */
export const TEST_PAYMENT = "Test payment: no money moved";

interface PaidOrder {
  readonly gateway: "stripe" | "simulator" | "none";
  /** Orders of earlier versions do not store the mode. */
  readonly paymentIntent: { readonly livemode?: boolean } | null;
}

/** Whether the order was paid with the simulator or test keys. */
export function isTestPayment({ gateway, paymentIntent }: PaidOrder): boolean {
  return gateway === "simulator" || (gateway === "stripe" && paymentIntent?.livemode === false);
}
