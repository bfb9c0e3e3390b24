import * as texts from "#texts/checkout/fields.ts";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from "#app/values/limits.ts";
import { CheckedField } from "./checked-field.tsx";
import type { CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { Section } from "./section.tsx";

interface ContactSectionProps {
  readonly draft: CheckoutDraft;
  /** The shop sends emails. */
  readonly isMailed: boolean;
  readonly phone: "optional" | "counter" | "courier";
}

/** Three fields; no account is needed. */
export function ContactSection({ draft, isMailed, phone }: ContactSectionProps) {
  return (
    <Section id="contact" title={texts.contact}>
      <CheckedField
        name="email"
        label={texts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={MAX_EMAIL_LENGTH}
        defaultValue={draft.email}
        hint={isMailed ? texts.emailForReceipt : texts.emailForQuestions}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CheckedField name="name" label={texts.name} autoComplete="name" required maxLength={MAX_NAME_LENGTH} defaultValue={draft.name} />
        <CheckedField
          name="phone"
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          optional={phone === "optional"}
          required={phone !== "optional"}
          maxLength={MAX_PHONE_LENGTH}
          defaultValue={draft.phone}
          hint={phone === "courier" ? texts.phoneForCourier : texts.phoneForProblems}
        />
      </div>
      {draft.wantsNews === null ? null : (
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" name="marketing_consent" defaultChecked={draft.wantsNews} className="size-5 shrink-0 accent-primary" />
          {texts.wantsNews}
        </label>
      )}
    </Section>
  );
}
