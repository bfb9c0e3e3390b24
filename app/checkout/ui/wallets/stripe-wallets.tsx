import * as texts from "#texts/cart/totals.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { Cents } from "#app/values/money.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  AvailablePaymentMethods,
  ExpressCheckoutAddress,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from "@stripe/stripe-js";
import { useState } from "react";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { elementsOptions, stripePayer, useStripeScript } from "#app/checkout/ui/payment/stripe-payer.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { countryName } from "./country-name.ts";
import type { WalletContact, WalletDesk } from "./wallet.ts";
import { WalletFrame } from "./wallet-frame.tsx";
import { walletLines } from "./wallet-lines.ts";

/** The provider allows one second between click and sheet. */
const SHEET_PATIENCE_MS = 900;

interface StripeWalletsProps {
  readonly publishableKey: string;
  readonly desk: WalletDesk;
}

/** Apple Pay or Google Pay, if the device supports one. */
export default function StripeWallets({ publishableKey, desk }: StripeWalletsProps) {
  const { currency } = useMoneyFormat();
  const script = useStripeScript(publishableKey);
  // Without the script the card form shows the error.
  if (script.kind !== "ready") return null;
  const amount = desk.priced.finalTotal;
  return (
    <Elements stripe={script.stripe} options={elementsOptions(amount, currency)}>
      {/* The sheet's fields are fixed when its button is created. */}
      <WalletButtons key={String(desk.isDelivery)} desk={desk} />
    </Elements>
  );
}

function WalletButtons({ desk }: { readonly desk: WalletDesk }) {
  const stripe = useStripe();
  const elements = useElements();
  const { currency } = useMoneyFormat();
  const [isOffered, setOffered] = useState(false);
  const confirm = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    let isPaid = false;
    try {
      if (stripe !== null && elements !== null) isPaid = await desk.pay(contactOf(event, desk.isDelivery), stripePayer(stripe, elements));
    } finally {
      // Closes the sheet after any error, so that it does not wait for ever.
      if (!isPaid) event.paymentFailed({ reason: "fail" });
    }
  };
  const open = async ({ resolve, reject }: StripeExpressCheckoutElementClickEvent) => {
    const priced = await desk.open(SHEET_PATIENCE_MS);
    if (priced === null) reject();
    else resolve(sheetOf(priced, desk.isDelivery, currency));
  };
  const reprice = async ({ address, resolve, reject }: StripeExpressCheckoutElementShippingAddressChangeEvent) => {
    // The provider reveals the street only after payment.
    const price = await desk.price(addressOf({ ...address, line1: "", line2: null }));
    if (!price.ok) return reject();
    await elements?.update({ amount: price.priced.finalTotal * providerUnits(currency) });
    resolve(sheetOf(price.priced, true, currency));
  };
  return (
    <WalletFrame isShown={isOffered}>
      <ExpressCheckoutElement
        options={{
          emailRequired: true,
          phoneNumberRequired: desk.isDelivery,
          shippingAddressRequired: desk.isDelivery,
          billingAddressRequired: !desk.isDelivery,
          paymentMethods: { applePay: "auto", googlePay: "auto", link: "auto", amazonPay: "never", paypal: "never", klarna: "never" },
          buttonHeight: 48,
        }}
        onReady={({ availablePaymentMethods }) => setOffered(hasAny(availablePaymentMethods))}
        onClick={(event) => void open(event)}
        onShippingAddressChange={(event) => void reprice(event)}
        onConfirm={(event) => void confirm(event)}
        onCancel={() => desk.close()}
      />
    </WalletFrame>
  );
}

function hasAny(methods: AvailablePaymentMethods | undefined): boolean {
  return methods !== undefined && Object.values(methods).includes(true);
}

function sheetOf(priced: PricedCart, isDelivery: boolean, currency: string) {
  const inProviderUnits = (amount: Cents) => amount * providerUnits(currency);
  return {
    lineItems: walletLines(priced, isDelivery).map(({ name, amount }) => ({ name, amount: inProviderUnits(amount) })),
    ...(isDelivery
      ? { shippingRates: [{ id: "delivery", displayName: texts.delivery, amount: inProviderUnits(priced.deliveryFee) }] }
      : {}),
  };
}

function contactOf({ billingDetails, shippingAddress }: StripeExpressCheckoutElementConfirmEvent, isDelivery: boolean): WalletContact {
  return {
    name: shippingAddress?.name ?? billingDetails?.name ?? "",
    email: billingDetails?.email ?? "",
    phone: billingDetails?.phone ?? "",
    address: isDelivery && shippingAddress !== undefined ? addressOf(shippingAddress.address) : null,
  };
}

function addressOf({ line1, line2, city, state, postal_code, country }: ExpressCheckoutAddress): DeliveryAddress {
  return { street: line1, unit: line2 ?? "", city, province: state, postalCode: postal_code, country: countryName(country) };
}
