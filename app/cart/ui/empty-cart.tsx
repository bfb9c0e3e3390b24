import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import type { RemovedItem } from "./cart-answer.ts";
import { CartLines } from "#app/cart/ui/lines/cart-lines.tsx";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";

interface EmptyCartProps {
  readonly priced: PricedCart;
  readonly popular: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: Cents;
    readonly isFrom: boolean;
    readonly per: string | undefined;
  }[];
  readonly removed: RemovedItem | null;
}

/** Empty state, with Undo for a removed line. */
export function EmptyCart({ priced, popular, removed }: EmptyCartProps) {
  const format = useMoneyFormat();
  return (
    <div className="ticket mt-6 max-w-[640px] px-4 pt-6 pb-4 sm:px-8">
      <p className="text-lg">Nothing in here yet. Choose something from the menu and it will wait for you here.</p>
      <div className="mt-3 empty:hidden">
        <CartLines priced={priced} removed={removed} />
      </div>
      {popular.length === 0 ? null : (
        <>
          <h2 className="rule mt-6 pb-2 text-xl">Popular right now</h2>
          <ul className="mt-1">
            {popular.map((product) => (
              <li key={product.id} className="border-b border-hairline last:border-0">
                <Link to={`/products/${product.id}`} className="priced min-h-12 pt-3 hover:underline">
                  <span className="font-semibold">{product.name}</span>
                  <span aria-hidden className="leader" />
                  <span className="figures">
                    {product.isFrom ? "from " : ""}
                    {formatMoney(product.price, format)}
                    {product.per}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <ButtonLink to="/" className="mt-6 mb-4">
        See the menu
      </ButtonLink>
    </div>
  );
}
