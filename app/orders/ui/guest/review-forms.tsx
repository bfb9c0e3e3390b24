import { StarIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { MAX_REVIEW_LENGTH } from "#app/content/domain/review.ts";
import { Button } from "#app/kit/button.tsx";
import { useSubmitOnce } from "#app/kit/hooks/use-submit-once.ts";
import type { GuestAnswer } from "./guest-answer.ts";
import type { GuestOrderItem, GuestOrder } from "./guest-order.ts";
import * as texts from "#texts/orders/page/review-form.ts";

/** Reviews after handover: one per item, collapsed. */
export function ReviewForms({ order }: { readonly order: GuestOrder }) {
  const products = order.items.filter(
    (item, index, all) => !item.isFreeItem && all.findIndex((other) => other.productId === item.productId) === index,
  );
  return (
    <section aria-labelledby="review-title" className="print:hidden">
      <h2 id="review-title" className="rule pb-2 text-xl">
        {texts.howWasIt}
      </h2>
      <ul>
        {products.map((item) => (
          <ReviewForm key={item.id} item={item} token={order.token} />
        ))}
      </ul>
    </section>
  );
}

function ReviewForm({ item, token }: { readonly item: GuestOrderItem; readonly token: string }) {
  const fetcher = useFetcher<GuestAnswer>();
  const submitOnce = useSubmitOnce(fetcher);
  const isDone = item.isReviewed || fetcher.data?.ok === true;
  return (
    <li className="border-b border-hairline py-2 last:border-0">
      {isDone ? (
        <p className="flex min-h-11 flex-wrap content-center items-center gap-x-2">
          <span className="font-semibold">{item.name}</span>
          <span role="status" className="text-leaf">
            {texts.thanks}
          </span>
        </p>
      ) : (
        <details>
          <summary className="flex min-h-11 cursor-pointer list-none items-center font-semibold underline underline-offset-2">
            {texts.review(item.name)}
          </summary>
          <fetcher.Form
            method="post"
            action={`/payment-complete?order=${encodeURIComponent(token)}`}
            className="grid gap-3 pb-3"
            onSubmit={submitOnce}
          >
            <input type="hidden" name="intent" value="review" />
            <input type="hidden" name="itemId" value={item.id} />
            <fieldset>
              <legend className="text-sm font-semibold">{texts.rating}</legend>
              <div className="flex">
                {[1, 2, 3, 4, 5].map((stars) => (
                  <label
                    key={stars}
                    className="grid size-11 cursor-pointer place-items-center rounded text-field [&_svg]:fill-none has-checked:text-primary has-checked:[&_svg]:fill-current has-[~label>input:checked]:text-primary has-[~label>input:checked]:[&_svg]:fill-current has-focus-visible:outline-2 has-focus-visible:outline-harbour"
                  >
                    <input type="radio" name="rating" value={stars} required className="sr-only" />
                    <StarIcon aria-hidden className="size-7" />
                    <span className="sr-only">{texts.stars(stars)}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            <label className="grid gap-1 text-sm font-semibold">
              <span>
                {texts.inYourWords} <span className="font-normal text-ink-2">{texts.optional}</span>
              </span>
              <textarea name="text" rows={3} maxLength={MAX_REVIEW_LENGTH} className="control py-2" />
            </label>
            <p role="alert" className="text-sm font-semibold text-beet empty:hidden">
              {fetcher.data?.ok === false ? fetcher.data.message : null}
            </p>
            <Button type="submit" look="outline" className="justify-self-start" aria-disabled={fetcher.state !== "idle"}>
              {texts.send}
            </Button>
          </fetcher.Form>
        </details>
      )}
    </li>
  );
}
