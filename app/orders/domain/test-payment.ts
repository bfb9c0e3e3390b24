import { testOrder, testPayment } from "#texts/orders/test-order.ts";
import type { Cents } from "#app/values/money.ts";

interface PaidOrder {
  readonly gateway: "stripe" | "simulator" | "none";
  /** Orders of earlier versions do not store the mode. */
  readonly paymentIntent: { readonly livemode?: boolean } | null;
}

/** Whether the order was paid with the simulator or test keys. */
export function isTestPayment({ gateway, paymentIntent }: PaidOrder): boolean {
  return gateway === "simulator" || (gateway === "stripe" && paymentIntent?.livemode === false);
}

/** The mark of a test order or test payment. A test order may still be paid with a real card. */
export function testWords({ isTestOrder, isTest }: { readonly isTestOrder: boolean; readonly isTest: boolean }): readonly string[] {
  return [...(isTestOrder ? [testOrder] : []), ...(isTest ? [testPayment] : [])];
}

/** Whether real money was taken. Such a test order is kept, because the payment needs its order. */
export function hasRealMoney(order: PaidOrder & { readonly capturedCents: Cents }): boolean {
  return order.capturedCents > 0 && !isTestPayment(order);
}
