import * as texts from "#texts/catalogue/product-card.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";

interface PriceProps {
  readonly cents: Cents;
  /** The price before the sale. */
  readonly was?: Cents | null;
  readonly isFrom?: boolean;
  /** " / kg" for a product sold by weight. */
  readonly per?: string | undefined;
  readonly className?: string;
}

/** "$4.50", or "from $4.50" if a required choice can raise it; a sale is announced in words: "Now $4.50, was $6.00". */
export function Price({ cents, was = null, isFrom = false, per, className = "" }: PriceProps) {
  const format = useMoneyFormat();
  const small = "price-note";
  const price = (
    <>
      {isFrom ? <span className={small}>{texts.from}</span> : null}
      {formatMoney(cents, format)}
      {per}
    </>
  );
  if (was === null) return <span className={`price ${className}`}>{price}</span>;
  return (
    <span className={`figures *:whitespace-nowrap max-[359px]:*:whitespace-normal ${className}`}>
      <span>
        {texts.now}
        {price},
      </span>{" "}
      <span className={small}>
        {texts.was}
        <s>{formatMoney(was, format)}</s>
      </span>
    </span>
  );
}
