import { Fragment, type ReactNode } from "react";
import type { CustomerExport, ExportedOrder } from "#app/orders/domain/customers/customer-export.ts";
import {
  emailStatusWords,
  paymentStatusWords,
  promotionUseWords,
  refundStatusWords,
  reviewStatusWords,
} from "#app/orders/domain/customers/export-words.ts";
import { eventWords, refundReason } from "#app/orders/domain/changes/event-words.ts";
import { statusLabel } from "#app/orders/domain/order.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import { formatMoney, inCurrency, type MoneyFormat } from "#app/values/money.ts";
import { fileTime } from "#app/values/time.ts";

interface ExportDocumentProps {
  readonly shop: string;
  readonly zone: string;
  readonly format: MoneyFormat;
  readonly now: Date;
  readonly content: CustomerExport;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1d1d1d;background:#fff}
h1,h2,h3{line-height:1.25}h2{border-bottom:1px solid #767676;margin-top:2.5rem}dl{display:grid;grid-template-columns:10rem 1fr;gap:.25rem 1rem}
dt{color:#4d4d4d}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}td.amount,th.amount{text-align:right;white-space:nowrap}
@media(max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`;

/** A page of its own, without scripts, for the person to read. */
export function ExportDocument({ shop, zone, format, now, content }: ExportDocumentProps) {
  const { customer, orders, carts, promotions, history } = content;
  const at = (instant: Date | null) => fileTime(instant, zone);
  const title = `What ${shop} stores about ${customer.name}`;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>
          As of {at(now)} ({zone}). Amounts of an order are in its currency.
        </p>
        <Contacts customer={content.customer} at={at} />
        <Section title="Orders" count={orders.length}>
          {orders.map((order, index) => (
            <Order key={index} order={order} at={at} format={inCurrency(format, order.currency)} />
          ))}
        </Section>
        <Writings content={content} at={at} />
        <Section title="Carts" count={carts.length}>
          {carts.map((cart, index) => (
            <Fragment key={index}>
              <h3>Changed {at(cart.updatedAt)}</h3>
              <Facts
                facts={{
                  Items: cart.lines.map(({ quantity, product, note }) => withNote(`${quantity} × ${product}`, note)).join("\n"),
                  "Postal code": cart.postalCode ?? "",
                  "Checkout form": wordsOf(cart.draft),
                }}
              />
            </Fragment>
          ))}
        </Section>
        <Promotions uses={promotions} at={at} format={format} />
        <Section title="Changes by staff" count={history.length}>
          {history.map((entry, index) => (
            <Fragment key={index}>
              <h3>
                {at(entry.at)}, {entry.by}: {entry.action}
              </h3>
              <Facts facts={{ Before: wordsOf(entry.before), After: wordsOf(entry.after) }} />
            </Fragment>
          ))}
        </Section>
      </body>
    </html>
  );
}

interface PartProps {
  readonly content: CustomerExport;
  readonly at: (instant: Date | null) => string;
}

function Contacts({ customer, at }: Pick<CustomerExport, "customer"> & Pick<PartProps, "at">) {
  return (
    <Section title="Contacts and notes" count={1}>
      <Facts
        facts={{
          Name: customer.name,
          Email: customer.email,
          Phone: customer.phone,
          "Recognized by": customer.contacts.join(", "),
          "Customer since": at(customer.createdAt),
          Notes: customer.notes,
          Allergies: customer.allergies,
          Tags: customer.tags.join(", "),
          "Marketing emails":
            customer.marketingConsent === null
              ? "Not asked"
              : `${customer.marketingConsent === "given" ? "Agreed" : "Declined or withdrawn"}, ${at(customer.consentAt)}, ${customer.consentSource}`,
          Blocked: customer.isBlocked ? `Yes. ${customer.blockedReason}` : "No",
        }}
      />
    </Section>
  );
}

/** What the person wrote, and what was written to them. */
function Writings({ content: { reviews, emails }, at }: PartProps) {
  return (
    <>
      <Section title="Reviews" count={reviews.length}>
        {reviews.map((review, index) => (
          <Fragment key={index}>
            <h3>
              {review.product}, {at(review.createdAt)}
            </h3>
            <Facts
              facts={{
                Name: review.authorName,
                Stars: String(review.rating),
                Text: review.body,
                Reply: review.reply,
                Status: reviewStatusWords(review.status),
              }}
            />
          </Fragment>
        ))}
      </Section>
      <Section title="Emails" count={emails.length}>
        {emails.map((email, index) => (
          <Fragment key={index}>
            <h3>{email.subject ?? "Not sent yet"}</h3>
            <Facts
              facts={{
                To: email.recipient,
                Written: at(email.createdAt),
                Sent: at(email.sentAt),
                Status: emailStatusWords(email.status),
                Text: email.text ?? "",
              }}
            />
          </Fragment>
        ))}
      </Section>
    </>
  );
}

interface PromotionsProps extends Pick<PartProps, "at"> {
  readonly uses: CustomerExport["promotions"];
  readonly format: MoneyFormat;
}

function Promotions({ uses, at, format }: PromotionsProps) {
  return (
    <Section title="Promotions used" count={uses.length}>
      <ul>
        {uses.map((use, index) => (
          <li key={index}>
            {at(use.createdAt)}: {use.promotion}, {formatMoney(use.amountCents, format)} ({promotionUseWords(use.state)})
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface OrderProps {
  readonly order: ExportedOrder;
  readonly at: (instant: Date | null) => string;
  readonly format: MoneyFormat;
}

function Order({ order, at, format }: OrderProps) {
  return (
    <>
      <h3>
        {order.number === null ? "Checkout" : `Order ${order.number}`}, {at(order.placedAt ?? order.checkoutAt)}:{" "}
        {statusLabel(order.status)}
      </h3>
      <table>
        <thead>
          <tr>
            <th>Item</th>
            <th className="amount">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, index) => (
            <tr key={index}>
              <td>{withNote([`${line.quantity} × ${line.name}`, ...line.options].join(", "), line.note)}</td>
              <td className="amount">{formatMoney(line.lineTotalCents - line.discountCents, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts facts={orderFacts({ order, at, format })} />
    </>
  );
}

/** What the export tells of an order besides its items, by label. */
function orderFacts({ order, at, format }: OrderProps): Readonly<Record<string, string>> {
  return {
    Items: formatMoney(order.subTotalCents, format),
    Discount: amountOrNone(order.promotionDiscountCents, format),
    "Delivery fee": amountOrNone(order.deliveryFeeCents, format),
    Tax: formatMoney(order.taxCents, format),
    Tip: amountOrNone(order.tipCents, format),
    Total: formatMoney(order.finalTotalCents, format),
    Charged: amountOrNone(order.capturedCents, format),
    Refunded: amountOrNone(order.refundedCents, format),
    Codes: order.couponCodes.join(", "),
    Payments: order.payments
      .map(
        (payment) =>
          `${payment.card ?? "No card yet"}, ${formatMoney(payment.amountCents, format)}, ${payment.status === null ? "not started" : paymentStatusWords(payment.status)}`,
      )
      .join("\n"),
    Refunds: order.refunds
      .map((refund) =>
        withNote(
          `${at(refund.createdAt)}: ${formatMoney(refund.amountCents, format)} (${refundStatusWords(refund.status)})`,
          refundReason(refund.reason),
        ),
      )
      .join("\n"),
    Name: order.name,
    Email: order.email,
    Phone: order.phone,
    Address: order.address === null ? "" : addressLine(order.address),
    "Wanted for": at(order.requestedFor),
    Instructions: order.instructions,
    Allergies: order.allergyNote,
    Reason: order.reason,
    History: order.events.map((event) => withNote(`${at(event.at)} ${eventWords(event.event)}`, wordsOf(event.data))).join("\n"),
  };
}

function Section({ title, count, children }: { readonly title: string; readonly count: number; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {count === 0 ? <p>None.</p> : children}
    </section>
  );
}

/** Label and value; empty values are left out. */
function Facts({ facts }: { readonly facts: Readonly<Record<string, string>> }) {
  return (
    <dl>
      {Object.entries(facts)
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function amountOrNone(cents: number, format: MoneyFormat): string {
  return cents === 0 ? "" : formatMoney(cents, format);
}

function withNote(text: string, note: string): string {
  return note === "" ? text : `${text} (${note})`;
}

/** Stored JSON as lines "name: value"; "" if it is empty. */
function wordsOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .filter(([, each]) => each !== null && each !== "")
    .map(([name, each]) => `${name}: ${typeof each === "string" ? each : JSON.stringify(each)}`)
    .join("\n");
}
