import { MAX_ADDRESS_LINE_LENGTH, MAX_POSTAL_CODE_LENGTH } from "#app/values/limits.ts";
import { CheckedField } from "./checked-field.tsx";
import type { CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { Section } from "./section.tsx";

/** Where to: one column, with the tokens browsers fill in by themselves; the shop's prefills stay editable. */
export function AddressSection({ draft }: { readonly draft: CheckoutDraft }) {
  return (
    <Section id="address" title="Address">
      <CheckedField
        name="street"
        label="Street and number"
        autoComplete="address-line1"
        required
        maxLength={MAX_ADDRESS_LINE_LENGTH}
        defaultValue={draft.street}
      />
      <details open={draft.unit !== ""}>
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-sm text-ink-2 underline underline-offset-2">
          Apartment, unit or buzzer
        </summary>
        <div className="mt-2">
          <CheckedField
            name="unit"
            label="Apartment, unit or buzzer"
            optional
            autoComplete="address-line2"
            maxLength={MAX_ADDRESS_LINE_LENGTH}
            defaultValue={draft.unit}
          />
        </div>
      </details>
      <CheckedField
        name="city"
        label="City"
        autoComplete="address-level2"
        required
        maxLength={MAX_ADDRESS_LINE_LENGTH}
        defaultValue={draft.city}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CheckedField
          name="province"
          label="Province or state"
          autoComplete="address-level1"
          optional
          maxLength={MAX_ADDRESS_LINE_LENGTH}
          defaultValue={draft.province}
        />
        <CheckedField
          name="postal_code"
          label="Postal code"
          autoComplete="postal-code"
          autoCapitalize="characters"
          required
          maxLength={MAX_POSTAL_CODE_LENGTH}
          defaultValue={draft.postalCode}
        />
      </div>
      <CheckedField
        name="country"
        label="Country"
        autoComplete="country-name"
        maxLength={MAX_ADDRESS_LINE_LENGTH}
        defaultValue={draft.country}
      />
    </Section>
  );
}
