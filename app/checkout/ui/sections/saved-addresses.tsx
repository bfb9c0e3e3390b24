import * as texts from "#texts/checkout/fields.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { CommittedSelect } from "#app/kit/forms/committed-select.tsx";
import { FieldFrame } from "#app/kit/forms/field.tsx";
import { addressValues, SAVED_ADDRESS_FIELD, type CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { addressLine, type DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

interface SavedAddressesProps {
  readonly saved: readonly DeliveryAddress[];
  readonly draft: CheckoutDraft;
  readonly isHydrated: boolean;
  readonly onSaved: () => void;
}

/** Fills the form with an address of an earlier order. Without JavaScript, the server fills it when the total is updated. */
export default function SavedAddresses({ saved, draft, isHydrated, onSaved }: SavedAddressesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const lines = saved.map(addressLine);
  const shown = addressLine(draft);
  const fill = (select: HTMLSelectElement | null | undefined) => {
    const address = saved[(select?.selectedIndex ?? 0) - 1];
    const fields = select?.form?.elements;
    if (address === undefined || fields === undefined) return;
    for (const [name, value] of Object.entries(addressValues(address))) {
      const field = fields.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  // An address chosen before hydration, so that the form sends its values.
  const fillEarly = useEffectEvent(() => fill(frame.current?.querySelector("select")));
  useEffect(() => {
    fillEarly();
  }, []);
  if (lines.every((line) => line === shown)) return null;
  return (
    <div ref={frame}>
      <FieldFrame name={SAVED_ADDRESS_FIELD} label={texts.earlierAddress}>
        {({ name, ...control }) => (
          <CommittedSelect
            {...control}
            // With JavaScript, only the fields are submitted, because the customer may edit them.
            name={isHydrated ? undefined : name}
            autoComplete="off"
            value=""
            onCommit={(select) => {
              fill(select);
              onSaved();
            }}
            className="control min-h-11 w-full"
          >
            <option value="">{texts.chooseAddress}</option>
            {lines.map((line) => (
              <option key={line}>{line}</option>
            ))}
          </CommittedSelect>
        )}
      </FieldFrame>
    </div>
  );
}
