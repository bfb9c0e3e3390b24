import * as texts from "#texts/orders/receipt.ts";
import { DEMO_KEY } from "#app/orders/domain/demo-day.ts";

interface ReceiptOrder {
  readonly receiptNumber: number | null;
  readonly checkoutKey: string;
  readonly isTest: boolean;
  readonly capturedCents: number;
  readonly placedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Whether the order is a sale without a receipt number: accepted, or charged and then cancelled. Test orders and demo orders are not sales. */
export function needsReceiptNumber(order: ReceiptOrder): boolean {
  if (order.receiptNumber !== null || order.isTest || order.checkoutKey.startsWith(DEMO_KEY) || order.placedAt === null) return false;
  return order.acceptedAt !== null || (order.capturedCents > 0 && order.endedAt !== null);
}

/** "Receipt 1042"; "Receipt for order A-042" while it has no number. */
export function receiptTitle(receiptNumber: number | null, orderNumber: string): string {
  return receiptNumber === null ? texts.titleOfOrder(orderNumber) : texts.title(receiptNumber);
}
