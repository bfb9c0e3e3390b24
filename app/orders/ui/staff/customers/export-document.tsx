import { LANGUAGE } from "#texts/language.ts";
import * as orderTexts from "#texts/orders/export/export-order.ts";
import * as texts from "#texts/orders/export/export.ts";
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

/** A separate page without scripts, for the person to read. */
export function ExportDocument({ shop, zone, format, now, content }: ExportDocumentProps) {
  const { customer, orders, carts, promotions, history } = content;
  const at = (instant: Date | null) => fileTime(instant, zone);
  const title = texts.title(shop, customer.name);
  return (
    <html lang={LANGUAGE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>{texts.asOf(at(now), zone)}</p>
        <Contacts customer={content.customer} at={at} />
        <Section title={orderTexts.orders} count={orders.length}>
          {orders.map((order, index) => (
            <Order key={index} order={order} at={at} format={inCurrency(format, order.currency)} />
          ))}
        </Section>
        <Writings content={content} at={at} />
        <Section title={texts.carts} count={carts.length}>
          {carts.map((cart, index) => (
            <Fragment key={index}>
              <h3>{texts.changed(at(cart.updatedAt))}</h3>
              <Facts
                facts={[
                  [texts.items, cart.lines.map(({ quantity, product, note }) => withNote(`${quantity} × ${product}`, note)).join("\n")],
                  [texts.postalCode, cart.postalCode ?? ""],
                  [texts.checkoutForm, wordsOf(cart.draft)],
                ]}
              />
            </Fragment>
          ))}
        </Section>
        <Promotions uses={promotions} at={at} format={format} />
        <Section title={texts.changesByStaff} count={history.length}>
          {history.map((entry, index) => (
            <Fragment key={index}>
              <h3>{texts.change(at(entry.at), entry.by, entry.action)}</h3>
              <Facts
                facts={[
                  [texts.before, wordsOf(entry.before)],
                  [texts.after, wordsOf(entry.after)],
                ]}
              />
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
    <Section title={texts.contacts} count={1}>
      <Facts
        facts={[
          [texts.name, customer.name],
          [texts.email, customer.email],
          [texts.phone, customer.phone],
          [texts.recognizedBy, customer.contacts.join(", ")],
          [texts.customerSince, at(customer.createdAt)],
          [texts.notes, customer.notes],
          [texts.allergies, customer.allergies],
          [texts.tags, customer.tags.join(", ")],
          [
            texts.marketing,
            customer.marketingConsent === null
              ? texts.notAsked
              : (customer.marketingConsent === "given" ? texts.agreed : texts.declined)(at(customer.consentAt), customer.consentSource),
          ],
          [texts.blocked, customer.isBlocked ? texts.isBlocked(customer.blockedReason) : texts.isNotBlocked],
        ]}
      />
    </Section>
  );
}

/** Texts by the person, and emails to them. */
function Writings({ content: { reviews, emails }, at }: PartProps) {
  return (
    <>
      <Section title={texts.reviews} count={reviews.length}>
        {reviews.map((review, index) => (
          <Fragment key={index}>
            <h3>{texts.review(review.product, at(review.createdAt))}</h3>
            <Facts
              facts={[
                [texts.name, review.authorName],
                [texts.stars, String(review.rating)],
                [texts.text, review.body],
                [texts.reply, review.reply],
                [texts.status, reviewStatusWords(review.status)],
              ]}
            />
          </Fragment>
        ))}
      </Section>
      <Section title={texts.emails} count={emails.length}>
        {emails.map((email, index) => (
          <Fragment key={index}>
            <h3>{email.subject ?? texts.notSentYet}</h3>
            <Facts
              facts={[
                [texts.to, email.recipient],
                [texts.written, at(email.createdAt)],
                [texts.sent, at(email.sentAt)],
                [texts.status, emailStatusWords(email.status)],
                [texts.text, email.text ?? ""],
              ]}
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
    <Section title={texts.promotions} count={uses.length}>
      <ul>
        {uses.map((use, index) => (
          <li key={index}>
            {texts.promotionUse({
              time: at(use.createdAt),
              promotion: use.promotion,
              amount: formatMoney(use.amountCents, format),
              state: promotionUseWords(use.state),
            })}
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
  const [time, status] = [at(order.placedAt ?? order.checkoutAt), statusLabel(order.status)];
  return (
    <>
      <h3>{order.number === null ? orderTexts.checkout(time, status) : orderTexts.order(order.number, time, status)}</h3>
      <table>
        <thead>
          <tr>
            <th>{orderTexts.item}</th>
            <th className="amount">{orderTexts.amount}</th>
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

/** The facts of an order in the export, besides its items. */
function orderFacts({ order, at, format }: OrderProps): readonly Fact[] {
  return [
    [texts.items, formatMoney(order.subTotalCents, format)],
    [orderTexts.discount, amountOrNone(order.promotionDiscountCents, format)],
    [orderTexts.deliveryFee, amountOrNone(order.deliveryFeeCents, format)],
    [orderTexts.tax, formatMoney(order.taxCents, format)],
    [orderTexts.tip, amountOrNone(order.tipCents, format)],
    [orderTexts.total, formatMoney(order.finalTotalCents, format)],
    [orderTexts.charged, amountOrNone(order.capturedCents, format)],
    [orderTexts.refunded, amountOrNone(order.refundedCents, format)],
    [orderTexts.codes, order.couponCodes.join(", ")],
    [
      orderTexts.payments,
      order.payments
        .map(({ card, amountCents, status }) =>
          orderTexts.payment(
            card ?? orderTexts.noCardYet,
            formatMoney(amountCents, format),
            status === null ? orderTexts.notStarted : paymentStatusWords(status),
          ),
        )
        .join("\n"),
    ],
    [
      orderTexts.refunds,
      order.refunds
        .map((refund) =>
          withNote(
            orderTexts.refund(at(refund.createdAt), formatMoney(refund.amountCents, format), refundStatusWords(refund.status)),
            refundReason(refund.reason),
          ),
        )
        .join("\n"),
    ],
    [texts.name, order.name],
    [texts.email, order.email],
    [texts.phone, order.phone],
    [orderTexts.address, order.address === null ? "" : addressLine(order.address)],
    [orderTexts.wantedFor, at(order.requestedFor)],
    [orderTexts.instructions, order.instructions],
    [texts.allergies, order.allergyNote],
    [orderTexts.reason, order.reason],
    [
      orderTexts.history,
      order.events.map((event) => withNote(`${at(event.at)} ${eventWords(event.event)}`, wordsOf(event.data))).join("\n"),
    ],
  ];
}

function Section({ title, count, children }: { readonly title: string; readonly count: number; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {count === 0 ? <p>{texts.none}</p> : children}
    </section>
  );
}

/** Label and value. A label may repeat in another language. */
type Fact = readonly [string, string];

/** Empty values are left out. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl>
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value], index) => (
          <Fragment key={index}>
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
  return note === "" ? text : texts.withNote(text, note);
}

/** Stored JSON as lines "name: value"; "" if it is empty. */
function wordsOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .filter(([, each]) => each !== null && each !== "")
    .map(([name, each]) => `${name}: ${typeof each === "string" ? each : JSON.stringify(each)}`)
    .join("\n");
}
