import * as texts from "#texts/checkout/stripe.ts";
import type { Appearance, Stripe, StripeElements, StripeElementsOptionsMode, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useState } from "react";
import { declineSentence } from "#app/payments/domain/decline-sentences.ts";
import type { Cents } from "#app/values/money.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import type { CardPayer } from "./card-payer.ts";

type StripeScript = { readonly kind: "waiting" } | { readonly kind: "blocked" } | { readonly kind: "ready"; readonly stripe: Stripe };

let loaded: { readonly key: string; readonly stripe: Promise<Stripe | null> } | undefined;

/** Stripe's script, loaded once for card form and wallets. */
export function useStripeScript(publishableKey: string): StripeScript {
  const [script, setScript] = useState<StripeScript>({ kind: publishableKey === "" ? "blocked" : "waiting" });
  useEffect(() => {
    if (publishableKey === "") return;
    if (loaded?.key !== publishableKey) loaded = { key: publishableKey, stripe: loadStripe(publishableKey) };
    loaded.stripe.then(
      (stripe) => setScript(stripe === null ? { kind: "blocked" } : { kind: "ready", stripe }),
      () => setScript({ kind: "blocked" }),
    );
  }, [publishableKey]);
  return script;
}

/** Styles the provider's elements like the shop's. */
const STRIPE_LOOK: Appearance = {
  theme: "stripe",
  variables: { colorPrimary: "#0e5a45", colorText: "#14201b", colorDanger: "#b21e3b", borderRadius: "6px", fontSizeBase: "16px" },
};

/** Pays with the provider's elements. */
export function stripePayer(stripe: Stripe, elements: StripeElements): CardPayer {
  return {
    async prepare() {
      const { error } = await elements.submit();
      const problems: Record<string, string> = {};
      if (error !== undefined) problems.card = sentenceOf(error);
      return problems;
    },
    async confirm(clientSecret, _publishableKey, returnUrl) {
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
  };
}

/** The elements show field errors themselves, in the visitor's language. */
function sentenceOf({ type, code, decline_code }: StripeError): string {
  if (type === "validation_error" && code === undefined) return texts.lookAtDetailsAgain;
  return declineSentence({ code: code ?? null, declineCode: decline_code ?? null });
}

/** Options of `<Elements>` for a card payment that is captured later. */
export function elementsOptions(amount: Cents, currency: string) {
  return {
    mode: "payment",
    amount: amount * providerUnits(currency),
    currency: currency.toLowerCase(),
    captureMethod: "manual",
    allowedPaymentMethodTypes: ["card"],
    appearance: STRIPE_LOOK,
  } satisfies StripeElementsOptionsMode;
}
