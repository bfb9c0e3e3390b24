/** What everybody reads at an order that was paid with a test card. */
export const TEST_PAYMENT = "Test payment: no money moved";

interface PaidOrder {
  readonly gateway: "stripe" | "simulator" | "none";
  /** Orders of earlier versions do not say which mode their payment was made in. */
  readonly paymentIntent: { readonly livemode?: boolean } | null;
}

/** Whether the order was paid by the simulator or with the provider's test keys. */
export function isTestPayment({ gateway, paymentIntent }: PaidOrder): boolean {
  return gateway === "simulator" || (gateway === "stripe" && paymentIntent?.livemode === false);
}
