import * as texts from "#texts/checkout/fields.ts";
import { lazy, Suspense, useState } from "react";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { MAX_ADDRESS_LINE_LENGTH, MAX_POSTAL_CODE_LENGTH } from "#app/values/limits.ts";
import { CheckedField } from "./checked-field.tsx";
import type { CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { Section } from "./section.tsx";

/** Loaded on demand: few customers have a session of "My orders". */
const SavedAddresses = lazy(() => import("./saved-addresses.tsx"));

interface AddressSectionProps {
  readonly draft: CheckoutDraft;
  /** Addresses of earlier orders. */
  readonly saved: readonly DeliveryAddress[];
  readonly isHydrated: boolean;
  /** The postal code looks unusual; the customer may confirm it. */
  readonly isPostalCodeDoubtful: boolean;
  readonly onKeep: () => void;
  /** An earlier address was filled in. */
  readonly onSaved: () => void;
}

/** The delivery address with autocomplete tokens; the shop's defaults stay editable. */
export function AddressSection({ draft, saved, isHydrated, isPostalCodeDoubtful, onKeep, onSaved }: AddressSectionProps) {
  return (
    <Section id="address" title={texts.address}>
      {saved.length === 0 ? null : (
        <Suspense fallback={null}>
          <SavedAddresses saved={saved} draft={draft} isHydrated={isHydrated} onSaved={onSaved} />
        </Suspense>
      )}
      <CheckedField
        name="street"
        label={texts.street}
        autoComplete="address-line1"
        required
        maxLength={MAX_ADDRESS_LINE_LENGTH}
        defaultValue={draft.street}
      />
      <details open={draft.unit !== ""}>
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-sm text-ink-2 underline underline-offset-2">
          {texts.unit}
        </summary>
        <div className="mt-2">
          <CheckedField
            name="unit"
            label={texts.unit}
            optional
            autoComplete="address-line2"
            maxLength={MAX_ADDRESS_LINE_LENGTH}
            defaultValue={draft.unit}
          />
        </div>
      </details>
      <CheckedField
        name="city"
        label={texts.city}
        autoComplete="address-level2"
        required
        maxLength={MAX_ADDRESS_LINE_LENGTH}
        defaultValue={draft.city}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CheckedField
          name="province"
          label={texts.province}
          autoComplete="address-level1"
          optional
          maxLength={MAX_ADDRESS_LINE_LENGTH}
          defaultValue={draft.province}
        />
        <PostalCodeField draft={draft} isDoubtful={isPostalCodeDoubtful} onKeep={onKeep} />
      </div>
      <CheckedField
        name="country"
        label={texts.country}
        autoComplete="country-name"
        maxLength={MAX_ADDRESS_LINE_LENGTH}
        defaultValue={draft.country}
      />
    </Section>
  );
}

interface PostalCodeFieldProps {
  readonly draft: CheckoutDraft;
  readonly isDoubtful: boolean;
  readonly onKeep: () => void;
}

/** The postal code, with a confirmation for an unusual one. */
function PostalCodeField({ draft, isDoubtful, onKeep }: PostalCodeFieldProps) {
  const [code, setCode] = useState(draft.postalCode);
  const [isTyping, setTyping] = useState(false);
  /** The confirmed code; another code needs a new confirmation. */
  const [keptFor, setKeptFor] = useState(draft.keepsPostalCode ? draft.postalCode : null);
  const asks = !isTyping && (isDoubtful || keptFor === code);
  return (
    <>
      <CheckedField
        name="postal_code"
        label={texts.postalCode}
        autoComplete="postal-code"
        autoCapitalize="characters"
        required
        maxLength={MAX_POSTAL_CODE_LENGTH}
        defaultValue={draft.postalCode}
        onInput={(event) => {
          setCode(event.currentTarget.value);
          setTyping(true);
        }}
        onBlur={() => setTyping(false)}
      />
      {asks ? (
        <label className="flex min-h-11 items-center gap-2.5 sm:col-start-2">
          <input
            type="checkbox"
            name="keep_postal_code"
            defaultChecked={draft.keepsPostalCode && code === draft.postalCode}
            onChange={() => {
              setKeptFor(code);
              onKeep();
            }}
            className="size-5 accent-primary"
          />
          {texts.keepPostalCode}
        </label>
      ) : null}
    </>
  );
}
