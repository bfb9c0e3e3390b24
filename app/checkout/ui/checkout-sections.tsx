import * as texts from "#texts/checkout/choices.ts";
import type { ReactNode } from "react";
import { Button } from "#app/kit/button.tsx";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import type { CheckoutView } from "./checkout-view.ts";
import type { FormAnswer } from "./form-answer.ts";
import { AddressSection } from "./sections/address-section.tsx";
import { ContactSection } from "./sections/contact-section.tsx";
import { FulfillmentSection } from "./sections/fulfillment-section.tsx";
import { GiftSection } from "./sections/gift-section.tsx";
import { NotesSection } from "./sections/notes-section.tsx";
import { PaymentSection } from "./sections/payment-section.tsx";
import { TipSection } from "./sections/tip-section.tsx";

interface CheckoutSectionsProps {
  readonly view: CheckoutView;
  readonly answer: FormAnswer | undefined;
  readonly fulfillment: Fulfillment;
  readonly isHydrated: boolean;
  /** No order is possible now: the form is hidden and keeps the typed values. */
  readonly isShut: boolean;
  readonly canPayInPerson: boolean;
  readonly isPaidInPerson: boolean;
  readonly isPostalCodeDoubtful: boolean;
  readonly onFulfillment: (next: Fulfillment) => void;
  /** A choice that may resolve the problems. */
  readonly onTime: () => void;
  readonly onKeepPostalCode: () => void;
  readonly onChoice: () => void;
  readonly onPayment: (isInPerson: boolean) => void;
  readonly onReady: (payer: CardPayer | null) => void;
  readonly payBar: ReactNode;
}

/** The sections of the form. */
export function CheckoutSections(props: CheckoutSectionsProps) {
  const { view, answer, fulfillment, isHydrated, isShut, isPaidInPerson, onChoice, payBar } = props;
  const { cart, draft } = view;
  const isDelivery = fulfillment === "delivery";
  return (
    <>
      {/* A form that cannot be submitted is hidden but keeps its values. Instead, the page shows the next ordering time, and the other
          method if available. */}
      {isShut ? payBar : null}
      <div hidden={isShut}>
        <ContactSection draft={draft} isMailed={view.isMailed} phone={phoneUse(isDelivery, isPaidInPerson)} />
      </div>
      {isShut && !cart.canDeliver ? (
        <input type="hidden" name="fulfillment" value="pickup" />
      ) : (
        <FulfillmentSection
          view={view}
          fulfillment={fulfillment}
          isShut={isShut}
          onFulfillment={props.onFulfillment}
          onChoice={props.onTime}
        />
      )}
      <div hidden={isShut} className="grid gap-12">
        {isDelivery ? (
          <AddressSection
            draft={draft}
            saved={view.savedAddresses}
            isHydrated={isHydrated}
            isPostalCodeDoubtful={props.isPostalCodeDoubtful}
            onKeep={props.onKeepPostalCode}
            onSaved={onChoice}
          />
        ) : null}
        <NotesSection draft={draft} isDelivery={isDelivery} />
        <GiftSection gifts={cart.priced.freeItems} onChoice={onChoice} />
      </div>
      {cart.tipPresets === null || isShut ? null : (
        <TipSection tip={cart.tip} tipBase={cart.priced.tipBase} presets={cart.tipPresets} typed={answer?.typedTip} onChoice={onChoice} />
      )}
      {isHydrated ? null : (
        <noscript>
          <Button type="submit" name="intent" value="update" look="outline" formNoValidate>
            {texts.updateTotal}
          </Button>
        </noscript>
      )}
      {isShut ? null : (
        <PaymentSection
          view={view}
          isHydrated={isHydrated}
          isDelivery={isDelivery}
          canPayInPerson={props.canPayInPerson}
          isPaidInPerson={isPaidInPerson}
          onPayment={props.onPayment}
          onReady={props.onReady}
        />
      )}
      {isShut ? null : payBar}
    </>
  );
}

function phoneUse(isDelivery: boolean, isPaidInPerson: boolean) {
  if (isDelivery) return "courier";
  return isPaidInPerson ? "counter" : "optional";
}
