import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useState } from "react";
import type { Cents } from "#app/values/money.ts";
import { declineSentence } from "#app/payments/domain/decline-sentences.ts";
import type { CardOutcome, CardPayer } from "#app/checkout/ui/card-payer.ts";

interface StripeCardProps {
  readonly publishableKey: string;
  readonly amount: Cents;
  readonly telephone: string;
  readonly onReady: (payer: CardPayer | null) => void;
}

type Loading = { readonly kind: "waiting" } | { readonly kind: "blocked" } | { readonly kind: "ready"; readonly stripe: Stripe };

/** The card provider's own form, for a payment that is made only when "Pay" is pressed. Card data never reaches the shop. */
export default function StripeCard({ publishableKey, amount, telephone, onReady }: StripeCardProps) {
  const [loading, setLoading] = useState<Loading>({ kind: publishableKey === "" ? "blocked" : "waiting" });
  const sentence = `The card form could not be loaded. Reload the page${telephone === "" ? "." : `, or call us: ${telephone}.`}`;
  useEffect(() => {
    if (publishableKey === "") return;
    loadStripe(publishableKey).then(
      (stripe) => setLoading(stripe === null ? { kind: "blocked" } : { kind: "ready", stripe }),
      () => setLoading({ kind: "blocked" }),
    );
  }, [publishableKey]);
  useEffect(() => {
    if (loading.kind !== "blocked") return;
    onReady({ prepare: () => Promise.resolve({ card: sentence }), confirm: () => Promise.resolve({ kind: "unreachable" }) });
    return () => onReady(null);
  }, [loading, onReady, sentence]);
  if (loading.kind === "waiting") return <div className="min-h-56 rounded border border-hairline bg-surface" />;
  if (loading.kind === "blocked") {
    return (
      <p role="alert" className="font-semibold text-beet">
        {sentence}
      </p>
    );
  }
  return (
    <Elements
      stripe={loading.stripe}
      options={{
        mode: "payment",
        amount,
        currency: "usd",
        captureMethod: "manual",
        appearance: {
          theme: "stripe",
          variables: { colorPrimary: "#0e5a45", colorText: "#14201b", colorDanger: "#b21e3b", borderRadius: "6px", fontSizeBase: "16px" },
        },
      }}
    >
      <CardFields onReady={onReady} />
    </Elements>
  );
}

function CardFields({ onReady }: Pick<StripeCardProps, "onReady">) {
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    if (stripe === null || elements === null) return;
    onReady({
      async prepare() {
        const { error } = await elements.submit();
        const problems: Record<string, string> = {};
        if (error !== undefined) problems.card = sentenceOf(error);
        return problems;
      },
      async confirm(clientSecret, _publishableKey, returnUrl): Promise<CardOutcome> {
        const { error } = await stripe.confirmPayment({
          elements,
          clientSecret,
          redirect: "if_required",
          confirmParams: { return_url: returnUrl },
        });
        if (error === undefined) return { kind: "done" };
        const status = error.payment_intent?.status;
        if (status === "requires_capture" || status === "succeeded" || status === "processing") return { kind: "done" };
        if (error.type === "api_connection_error" || error.type === "api_error") return { kind: "unreachable" };
        return { kind: "declined", message: sentenceOf(error) };
      },
    });
    return () => onReady(null);
  }, [stripe, elements, onReady]);
  return <PaymentElement options={{ layout: "tabs" }} />;
}

/** What is wrong with the card's fields stands beside them already, in the visitor's language. */
function sentenceOf({ type, code, decline_code }: StripeError): string {
  if (type === "validation_error" && code === undefined) return "Please look at your card details again.";
  return declineSentence({ code: code ?? null, declineCode: decline_code ?? null });
}
