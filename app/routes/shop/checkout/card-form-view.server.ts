import type { CardFormView } from "#app/checkout/ui/checkout-view.ts";
import type { ActivePayments } from "#app/payments/workflows/payments-source.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { TEST_CARDS } from "#stripe-simulator/test-cards.ts";

/** What the card form needs. */
export function cardFormView({ kind, publishableKey }: ActivePayments, { TELEPHONE }: Pick<Settings, "TELEPHONE">): CardFormView {
  const testCards =
    kind === "simulator" ? TEST_CARDS.map(({ label, number, paymentMethod, hint }) => ({ label, number, paymentMethod, hint })) : [];
  return { gateway: kind, publishableKey, testCards, telephone: TELEPHONE };
}
