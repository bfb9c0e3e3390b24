import * as texts from "#texts/cart/removal.ts";
import { useSubmitOnce } from "#app/kit/hooks/use-submit-once.ts";
import { spoken } from "#app/cart/ui/spoken.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import { CartForm } from "#app/cart/ui/cart-form.tsx";
import { useCartFetcher } from "#app/cart/ui/use-cart-fetcher.ts";

interface RemoveFormProps {
  readonly itemId: string;
  /** Name and options of the line. */
  readonly title: string;
  readonly from?: "cart" | "checkout";
}

/**
 * The Remove button of a line; the line is dimmed while the button is disabled. Each line has its own fetcher: in a shared one, the next
 * submission would abort a pending removal.
 */
export function RemoveForm({ itemId, title, from = "cart" }: RemoveFormProps) {
  const fetcher = useCartFetcher();
  const submitOnce = useSubmitOnce(fetcher);
  return (
    <>
      <CartForm fetcher={fetcher} intent="remove" from={from} fields={{ itemId }} onSubmit={submitOnce}>
        <button type="submit" data-remove aria-disabled={fetcher.state !== "idle"} className={TEXT_BUTTON}>
          {spoken(texts.remove(title))}
        </button>
      </CartForm>
      <p role="alert" className="basis-full text-sm font-semibold text-beet empty:hidden">
        {fetcher.data?.ok === false ? fetcher.data.message : null}
      </p>
    </>
  );
}
