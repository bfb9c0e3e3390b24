import { lazy, Suspense } from "react";
import type { CardFormView } from "#app/checkout/ui/checkout-view.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import type { Cents } from "#app/values/money.ts";
import { TestCard } from "./test-card.tsx";

/** Loads the provider's script only if a real key is set. */
const StripeCard = lazy(() => import("./stripe-card.tsx"));

interface CardFormProps {
  readonly view: CardFormView;
  readonly amount: Cents;
  readonly isHydrated: boolean;
  readonly onReady: (payer: CardPayer | null) => void;
}

/** The card fields of the test gateway or of the provider. */
export function CardForm({ view, amount, isHydrated, onReady }: CardFormProps) {
  if (view.gateway === "simulator") return <TestCard cards={view.testCards} onReady={onReady} />;
  const waiting = <div className="min-h-56 rounded border border-hairline bg-surface" />;
  if (!isHydrated) return waiting;
  return (
    <Suspense fallback={waiting}>
      <StripeCard publishableKey={view.publishableKey} amount={amount} telephone={view.telephone} onReady={onReady} />
    </Suspense>
  );
}
