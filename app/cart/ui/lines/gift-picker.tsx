import * as texts from "#texts/cart/lines.ts";
import { useState } from "react";
import { useFetcher } from "react-router";
import type { FreeItem } from "#app/promotions/domain/promotion.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { CartForm } from "#app/cart/ui/cart-form.tsx";
import type { CartAnswer } from "#app/cart/ui/cart-answer.ts";

/** The gift of an offer and its alternatives. Plain forms without JavaScript. */
export function GiftPicker({ gift }: { readonly gift: FreeItem }) {
  const fetcher = useFetcher<CartAnswer>({ key: `gift-${gift.promotionId}` });
  const [refusal, setRefusal] = useState<string | null>(null);
  useAnswer(fetcher, (answer) => setRefusal(answer.ok ? null : answer.message));
  const { promotionId, choices = [] } = gift;
  const shown = Number(fetcher.formData?.get("giftId") ?? gift.productId);
  if (choices.length < 2) return null;
  return (
    <div role="group" aria-label={texts.chooseGift} className="mt-2 flex flex-wrap gap-2">
      {choices.map(({ productId, name }) => (
        <CartForm
          key={productId}
          fetcher={fetcher}
          intent="gift"
          fields={{ promotionId: String(promotionId), giftId: String(productId) }}
          className="max-w-full min-w-0"
          onSubmit={() => setRefusal(null)}
        >
          <button
            type="submit"
            aria-pressed={productId === shown}
            className="min-h-11 rounded border border-field bg-surface px-3 py-1 text-left text-sm font-semibold wrap-break-word max-w-full hover:border-ink aria-pressed:border-2 aria-pressed:border-primary aria-pressed:bg-primary-tint"
          >
            {name}
          </button>
        </CartForm>
      ))}
      <p role="alert" className="basis-full text-sm font-semibold text-beet empty:hidden">
        {refusal}
      </p>
    </div>
  );
}
