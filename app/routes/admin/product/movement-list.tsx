import { Link } from "react-router";
import { changeOf, type MovementReason } from "#app/catalogue/domain/variants/stock-movement.ts";
import { Fold } from "#app/kit/fold.tsx";

/** A stock movement, with its time formatted in the shop's time zone. */
export interface ShownMovement {
  readonly id: number;
  readonly at: string;
  readonly when: string;
  /** "" = the product itself, null = a deleted variant. */
  readonly variant: string | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: MovementReason;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly isOrderGone: boolean;
  readonly userName: string;
}

interface MovementListProps {
  readonly movements: readonly ShownMovement[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** Every change of the product's stock, newest first. */
export function MovementList({ movements, page, hasMore }: MovementListProps) {
  if (movements.length === 0 && page === 1) return null;
  return (
    <Fold title="Stock movements" look="title" className="mt-4 max-w-3xl" open={page > 1}>
      <ol className="divide-y divide-hairline border-y border-hairline">
        {movements.map((movement) => (
          <li key={movement.id} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <span className="grow">
              <Reason {...movement} />
              <span className="block text-xs text-ink-2">
                <time dateTime={movement.at}>{movement.when}</time>
                {movement.variant === "" ? null : ` · ${movement.variant ?? "an option that is gone"}`}
              </span>
            </span>
            <span className="figures">
              <span className="font-semibold">{changeOf(movement)}</span>{" "}
              <span className="text-ink-2">{movement.after === null ? "not counted" : `${movement.after} left`}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="flex gap-4 py-2">
        {page > 1 ? (
          <Link to={`?movements=${page - 1}`} preventScrollReset className="inline-flex min-h-11 items-center underline">
            Newer movements
          </Link>
        ) : null}
        {hasMore ? (
          <Link to={`?movements=${page + 1}`} preventScrollReset className="inline-flex min-h-11 items-center underline">
            Older movements
          </Link>
        ) : null}
      </p>
    </Fold>
  );
}

const WORDS: Readonly<Record<MovementReason, string>> = {
  order: "Ordered",
  return: "Returned",
  refund: "Put back with a refund",
  edit: "Changed",
  import: "Imported from a file",
  "stock-taking": "Counted in a stock-taking",
};

function Reason({ reason, orderId, orderNumber, isOrderGone, userName }: ShownMovement) {
  const words = userName === "" ? WORDS[reason] : `${WORDS[reason]} by ${userName}`;
  if (orderId === null) return words;
  if (isOrderGone) return `${words}: an order that is deleted`;
  if (orderNumber === null) return `${words}: a checkout that was not paid`;
  return (
    <>
      {words}:{" "}
      <Link to={`/admin/orders/${orderId}`} className="underline underline-offset-2">
        {orderNumber}
      </Link>
    </>
  );
}
