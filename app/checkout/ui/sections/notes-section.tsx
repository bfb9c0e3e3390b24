import * as texts from "#texts/checkout/fields.ts";
import { TextAreaField } from "#app/kit/forms/field.tsx";
import type { CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { MAX_ALLERGY_NOTE_LENGTH, MAX_INSTRUCTIONS_LENGTH } from "#app/values/limits.ts";

/** Notes for kitchen and handover. */
export function NotesSection({ draft, isDelivery }: { readonly draft: CheckoutDraft; readonly isDelivery: boolean }) {
  return (
    <div className="grid gap-4">
      <TextAreaField
        name="allergy_note"
        label={texts.allergies}
        optional
        hint={texts.allergiesAreRed}
        rows={2}
        maxLength={MAX_ALLERGY_NOTE_LENGTH}
        defaultValue={draft.allergyNote}
      />
      <TextAreaField
        name="instructions"
        label={isDelivery ? texts.noteForCourier : texts.noteForShop}
        optional
        rows={2}
        maxLength={MAX_INSTRUCTIONS_LENGTH}
        defaultValue={draft.instructions}
      />
    </div>
  );
}
