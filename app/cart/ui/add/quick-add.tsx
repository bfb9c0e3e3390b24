import * as texts from "#texts/cart/quick-add.ts";
import { CheckIcon, PlusIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { toast } from "#app/kit/toasts/toast.ts";
import { canBeAdded } from "#app/catalogue/domain/order-hours-note.ts";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import { useCartForm } from "#app/cart/ui/use-cart-fetcher.ts";

const LOOK = "plus plus-ready";
const CONFIRMED_MS = 1600;

/** The plus button of a card: adds directly without required choices, otherwise opens the product. Hidden if sold out or not orderable. */
export function quickAdd(product: Pick<ProductCard, "id" | "name" | "hasRequiredChoices" | "isSoldOut" | "hours">) {
  if (!canBeAdded(product)) return null;
  if (product.hasRequiredChoices) {
    return (
      <Link to={`/products/${product.id}`} prefetch="intent" aria-label={texts.chooseOptions(product.name)} className={LOOK}>
        <PlusIcon aria-hidden className="size-5" />
      </Link>
    );
  }
  return <AddAtOnce id={product.id} name={product.name} />;
}

function AddAtOnce({ id, name }: { id: number; name: string }) {
  const [isConfirmed, setConfirmed] = useState(false);
  const { fetcher, isBusy, submitOnce } = useCartForm((answer) => {
    if (answer.ok) {
      setConfirmed(true);
    } else {
      toast.error(answer.message);
    }
  });
  useEffect(() => {
    if (!isConfirmed) return;
    const timer = setTimeout(() => setConfirmed(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isConfirmed]);
  const Icon = isConfirmed ? CheckIcon : PlusIcon;
  return (
    <fetcher.Form method="post" action="/cart" className="contents" onSubmit={submitOnce}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="productId" value={id} />
      <input type="hidden" name="quantity" value="1" />
      <button
        type="submit"
        aria-label={texts.add(name)}
        aria-disabled={isBusy}
        className={isConfirmed ? "plus border-primary bg-primary text-white" : LOOK}
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </fetcher.Form>
  );
}
