import { TextAreaField } from "#app/kit/forms/field.tsx";
import type { CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { MAX_ALLERGY_NOTE_LENGTH, MAX_INSTRUCTIONS_LENGTH } from "#app/values/limits.ts";

/** Notes for kitchen and handover. */
export function NotesSection({ draft, isDelivery }: { readonly draft: CheckoutDraft; readonly isDelivery: boolean }) {
  return (
    <div className="grid gap-4">
      <TextAreaField
        name="allergy_note"
        label="Allergies"
        optional
        hint="Anything you can't eat. We see it in red on your order."
        rows={2}
        maxLength={MAX_ALLERGY_NOTE_LENGTH}
        defaultValue={draft.allergyNote}
      />
      <TextAreaField
        name="instructions"
        label={isDelivery ? "Note for the courier" : "Note for us"}
        optional
        rows={2}
        maxLength={MAX_INSTRUCTIONS_LENGTH}
        defaultValue={draft.instructions}
      />
    </div>
  );
}
