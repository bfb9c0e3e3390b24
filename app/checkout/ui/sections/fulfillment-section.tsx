import * as texts from "#texts/checkout/choices.ts";
import type { CheckoutView } from "#app/checkout/ui/checkout-view.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { RadioCard, Section } from "./section.tsx";
import { TimePicker } from "./time-picker.tsx";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

interface FulfillmentSectionProps {
  readonly view: CheckoutView;
  readonly fulfillment: Fulfillment;
  readonly onFulfillment: (fulfillment: Fulfillment) => void;
  /** No time is available for this method; the other method may have one. */
  readonly isShut: boolean;
  /** Submits the form, so that the server prices the choice. */
  readonly onChoice: () => void;
}

/** Pickup or delivery, and the time. Delivery shows only with ENABLE_DELIVERY. */
export function FulfillmentSection({ view, fulfillment, isShut, onFulfillment, onChoice }: FulfillmentSectionProps) {
  const { cart, deliveryHtml, storeAddress } = view;
  const isDelivery = fulfillment === "delivery";
  return (
    <Section id="when" title={cart.canDeliver ? texts.pickupOrDelivery : texts.pickup}>
      {cart.canDeliver ? (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">{texts.pickupOrDelivery}</legend>
          <RadioCard
            name="fulfillment"
            value="pickup"
            isChosen={!isDelivery}
            onChoose={() => onFulfillment("pickup")}
            title={texts.pickup}
            text={texts.noFee}
          />
          <RadioCard
            name="fulfillment"
            value="delivery"
            isChosen={isDelivery}
            onChoose={() => onFulfillment("delivery")}
            title={texts.delivery}
            text={view.deliveryTerms}
          />
        </fieldset>
      ) : (
        <input type="hidden" name="fulfillment" value="pickup" />
      )}
      {cart.priced.problems.map(({ code, cartItemId, message }) =>
        code === "pickup_only" ? (
          <ProblemNote key={cartItemId} blocks>
            {message}
          </ProblemNote>
        ) : null,
      )}
      {isDelivery && deliveryHtml !== "" ? <div className="prose text-ink-2" dangerouslySetInnerHTML={{ __html: deliveryHtml }} /> : null}
      {isDelivery || storeAddress === "" ? null : <p className="text-ink-2">{storeAddress}</p>}
      {isShut ? null : <TimePicker times={view.times} requestedFor={cart.requestedFor} fulfillment={fulfillment} onChoice={onChoice} />}
    </Section>
  );
}
