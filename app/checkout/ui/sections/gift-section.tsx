import { GIFT_FIELD } from "#app/checkout/domain/checkout-form.ts";
import type { FreeItem } from "#app/promotions/domain/promotion.ts";
import { RadioCard, Section } from "./section.tsx";
import { pluralForm } from "#app/values/plural.ts";

/** Gifts with alternatives. */
export function GiftSection({ gifts, onChoice }: { readonly gifts: readonly FreeItem[]; readonly onChoice: () => void }) {
  const open = gifts.filter(({ choices = [] }) => choices.length > 1);
  if (open.length === 0) return null;
  return (
    <Section id="gift" title={pluralForm(open.length, "Your free item", "Your free items")}>
      {open.map(({ promotionId, productId, insteadOf, choices = [] }) => (
        // Available gifts changed: use the server's selection.
        <fieldset key={`${promotionId} ${choices.map((choice) => choice.productId).join(" ")}`} className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">Choose your free item</legend>
          {insteadOf === undefined ? null : <p className="text-ink-2 sm:col-span-2">{insteadOf} cannot be had right now.</p>}
          {choices.map((choice) => (
            <RadioCard
              key={choice.productId}
              name={`${GIFT_FIELD}${promotionId}`}
              value={String(choice.productId)}
              isChosen={choice.productId === productId}
              onChoose={onChoice}
            >
              <span className="font-semibold">{choice.name}</span>
            </RadioCard>
          ))}
        </fieldset>
      ))}
    </Section>
  );
}
