import * as texts from "#texts/checkout/stripe.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { useEffect } from "react";
import type { Cents } from "#app/values/money.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import { elementsOptions, stripePayer, useStripeScript } from "#app/checkout/ui/payment/stripe-payer.ts";

interface StripeCardProps {
  readonly publishableKey: string;
  readonly amount: Cents;
  readonly telephone: string;
  readonly onReady: (payer: CardPayer | null) => void;
}

/** The provider's card form. The payment is created on submit; card data never reaches the shop. */
export default function StripeCard({ publishableKey, amount, telephone, onReady }: StripeCardProps) {
  const { currency } = useMoneyFormat();
  const script = useStripeScript(publishableKey);
  const sentence = telephone === "" ? texts.notLoaded : texts.notLoadedCallUs(telephone);
  useEffect(() => {
    if (script.kind !== "blocked") return;
    onReady({ prepare: () => Promise.resolve({ card: sentence }), confirm: () => Promise.resolve({ kind: "unreachable" }) });
    return () => onReady(null);
  }, [script, onReady, sentence]);
  if (script.kind === "waiting") return <div className="min-h-56 rounded border border-hairline bg-surface" />;
  if (script.kind === "blocked") {
    return (
      <p role="alert" className="font-semibold text-beet">
        {sentence}
      </p>
    );
  }
  return (
    <Elements stripe={script.stripe} options={elementsOptions(amount, currency)}>
      <CardFields onReady={onReady} />
    </Elements>
  );
}

function CardFields({ onReady }: Pick<StripeCardProps, "onReady">) {
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    if (stripe === null || elements === null) return;
    onReady(stripePayer(stripe, elements));
    return () => onReady(null);
  }, [stripe, elements, onReady]);
  // The wallets are at the top of the checkout.
  return <PaymentElement options={{ layout: "tabs", wallets: { applePay: "never", googlePay: "never" } }} />;
}
