import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { counted } from "#texts/plural.ts";

interface EraseWarningProps {
  readonly orders: number;
  readonly reviews: number;
  /** False while an obstacle prevents it. */
  readonly isPossible: boolean;
  /** The error of the confirmation. */
  readonly error: string | undefined;
}

/** What is deleted, what is kept, and the confirmation. */
export function EraseWarning({ orders, reviews, isPossible, error }: EraseWarningProps) {
  const format = useMoneyFormat();
  return (
    <>
      <p className="rounded border border-saffron bg-saffron-tint px-3 py-2 font-semibold">
        This cannot be undone, not even by an administrator.
      </p>
      <div>
        <h2 className="text-base font-semibold">This goes</h2>
        <ul className="list-disc pl-5">
          <li>Name, emails, phone numbers, addresses and delivery instructions, also in {counted(orders, "order", "orders", format)}</li>
          <li>Notes, allergies, tags, blocking, consent, and their history with everyone merged into this customer</li>
          <li>Emails in the email log, carts, texts of refunds and cancellations, texts typed on items</li>
          {reviews === 0 ? null : <li>Name and text of {counted(reviews, "review", "reviews", format)}; the stars stay</li>}
          <li>Their address in promotions for certain customers</li>
        </ul>
      </div>
      <div>
        <h2 className="text-base font-semibold">This stays</h2>
        <ul className="list-disc pl-5">
          <li>Orders with their items, amounts, taxes, refunds and times, as “Erased customer”</li>
          <li>Who erased the customer, and when</li>
          <li>
            <strong>Backups made before now</strong>, until they expire. Restoring one brings the customer back: erase them again then.
          </li>
          <li>
            <strong>What Stripe stores about the payments</strong>: name, email and card. Ask Stripe to redact it if the customer wishes.
          </li>
          <li>Printed tickets, downloads, and emails that were already delivered</li>
        </ul>
      </div>
      {isPossible ? (
        <div className="grid gap-1">
          <label className="flex min-h-11 items-center gap-2 font-semibold">
            <input
              type="checkbox"
              name="confirm"
              value="yes"
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : "confirm-error"}
              className="size-5 shrink-0 accent-primary"
            />
            Erase this customer for good
          </label>
          {error === undefined ? null : (
            <p id="confirm-error" role="alert" className="font-semibold text-beet">
              {error}
            </p>
          )}
        </div>
      ) : null}
    </>
  );
}
