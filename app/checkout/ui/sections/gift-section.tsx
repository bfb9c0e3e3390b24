import * as texts from "#texts/checkout/choices.ts";
import { GIFT_FIELD } from "#app/checkout/domain/checkout-form.ts";
import type { FreeItem } from "#app/promotions/domain/promotion.ts";
import { RadioCard, Section } from "./section.tsx";

/** Gifts with alternatives. */
export function GiftSection({ gifts, onChoice }: { readonly gifts: readonly FreeItem[]; readonly onChoice: () => void }) {
  const open = gifts.filter(({ choices = [] }) => choices.length > 1);
  if (open.length === 0) return null;
  return (
    <Section id="gift" title={texts.yourFreeItems(open.length)}>
      {open.map(({ promotionId, productId, insteadOf, choices = [] }) => (
        // A new key when the available gifts change, to use the server's selection.
        <fieldset key={`${promotionId} ${choices.map((choice) => choice.productId).join(" ")}`} className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">{texts.chooseFreeItem}</legend>
          {insteadOf === undefined ? null : <p className="text-ink-2 sm:col-span-2">{texts.notAvailable(insteadOf)}</p>}
          {choices.map((choice) => (
            <RadioCard
              key={choice.productId}
              name={`${GIFT_FIELD}${promotionId}`}
              value={String(choice.productId)}
              isChosen={choice.productId === productId}
              onChoose={onChoice}
              title={choice.name}
            />
          ))}
        </fieldset>
      ))}
    </Section>
  );
}
