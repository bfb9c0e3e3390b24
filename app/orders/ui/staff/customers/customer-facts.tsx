import { Fact } from "#app/orders/ui/staff/fact.tsx";
import { formatDayOf } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ordersSince } from "#app/orders/domain/customer-words.ts";
import { addressLine, type DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { formatMoney } from "#app/values/money.ts";

interface CustomerFactsProps {
  readonly customer: {
    readonly email: string;
    readonly phone: string;
    readonly orderCount: number;
    readonly spent: number;
    readonly firstAt: Date | null;
    readonly lastAt: Date | null;
  };
  /** Normalised emails and phone numbers. */
  readonly contacts: readonly string[];
  /** The latest first. */
  readonly addresses: readonly DeliveryAddress[];
  readonly favourites: readonly { readonly productId: number; readonly name: string; readonly quantity: number }[];
}

const LINK = "inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-6";

/** Contacts, addresses, figures and favourite dishes of a customer. */
export function CustomerFacts({ customer, contacts, addresses, favourites }: CustomerFactsProps) {
  const format = useMoneyFormat();
  const { email, phone, firstAt, lastAt } = customer;
  const clock = useShopClock();
  const day = (at: Date) => formatDayOf(at, clock, { hasYear: true });
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3 gap-y-1.5">
      {email === "" ? null : (
        <Fact label="Email">
          <a href={`mailto:${email}`} className={LINK}>
            {email}
          </a>
        </Fact>
      )}
      {phone === "" ? null : (
        <Fact label="Phone">
          <a href={`tel:${phone}`} className={`figures ${LINK}`}>
            {phone}
          </a>
        </Fact>
      )}
      {contacts.length < 2 ? null : <Fact label="Recognized by">{contacts.join(", ")}</Fact>}
      {addresses.length === 0 ? null : (
        <Fact label="Addresses">
          <ul className="grid gap-1">
            {addresses.map(addressLine).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact label="Orders">{ordersSince(customer.orderCount, firstAt, clock)}</Fact>
      <Fact label="Spent">
        <span className="figures">{formatMoney(customer.spent, format)}</span>
      </Fact>
      {firstAt === null ? null : <Fact label="First order">{day(firstAt)}</Fact>}
      {lastAt === null ? null : <Fact label="Last order">{day(lastAt)}</Fact>}
      {favourites.length === 0 ? null : (
        <Fact label="Favourites">
          <ol>
            {favourites.map(({ productId, name, quantity }) => (
              <li key={productId}>
                <span className="figures">{quantity} ×</span> {name}
              </li>
            ))}
          </ol>
        </Fact>
      )}
    </dl>
  );
}
