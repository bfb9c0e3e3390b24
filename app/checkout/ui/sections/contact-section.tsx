import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from "#app/values/limits.ts";
import { CheckedField } from "./checked-field.tsx";
import type { CheckoutDraft } from "#app/checkout/ui/checkout-view.ts";
import { Section } from "./section.tsx";

interface ContactSectionProps {
  readonly draft: CheckoutDraft;
  /** Mail leaves the shop. */
  readonly isMailed: boolean;
  readonly phone: "optional" | "counter" | "courier";
}

/** Three fields; no account is needed. */
export function ContactSection({ draft, isMailed, phone }: ContactSectionProps) {
  return (
    <Section id="contact" title="Contact">
      <CheckedField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={MAX_EMAIL_LENGTH}
        defaultValue={draft.email}
        hint={isMailed ? "For your receipt and the link to your order." : "If there is a question about your order."}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CheckedField name="name" label="Name" autoComplete="name" required maxLength={MAX_NAME_LENGTH} defaultValue={draft.name} />
        <CheckedField
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          optional={phone === "optional"}
          required={phone !== "optional"}
          maxLength={MAX_PHONE_LENGTH}
          defaultValue={draft.phone}
          hint={
            phone === "courier" ? "The courier calls this number if they can't find you." : "Only if there is a problem with your order."
          }
        />
      </div>
      {draft.wantsNews === null ? null : (
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" name="marketing_consent" defaultChecked={draft.wantsNews} className="size-5 shrink-0 accent-primary" />
          Email me news and offers. I can stop this at any time.
        </label>
      )}
    </Section>
  );
}
