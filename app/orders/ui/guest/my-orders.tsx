import * as texts from "#texts/orders/my-orders.ts";
import { Form, Link } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { StartingField } from "#app/kit/forms/starting-field.tsx";
import { Pager } from "#app/kit/pager.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { OrderAgain } from "./guest-buttons.tsx";
import { formatMoney, inCurrency, type Cents } from "#app/values/money.ts";

interface Answer {
  readonly email: string;
  readonly error: string;
  readonly message: string;
}

interface RequestProps {
  readonly isAsked: boolean;
  /** The visitor opened a link that is no longer valid. */
  readonly isEnded: boolean;
  /** No email service is configured: emails stay in the shop. */
  readonly isKept: boolean;
  readonly answer: Answer | undefined;
}

/* Every form is a document request, so the next page starts without old state. */

/** Requests a link. The response is the same whether there are orders or not. */
export function MyOrdersRequest({ isAsked, isEnded, isKept, answer }: RequestProps) {
  const message = answer?.message ?? (isEnded ? texts.linkHasEnded : "");
  const sent = isKept ? texts.linkIsWithStaff : texts.linkIsOnItsWay;
  return (
    <div className="ticket p-6 sm:p-10">
      <p role="status" className="mb-4 text-lg font-semibold empty:hidden">
        {isAsked && answer === undefined ? sent : ""}
      </p>
      <p role="alert" className="mb-4 font-semibold text-beet empty:hidden">
        {message}
      </p>
      <p>{texts.intro}</p>
      <Form method="post" action="/my-orders" reloadDocument noValidate className="mt-4 grid gap-4">
        <StartingField
          name="email"
          type="email"
          label={texts.email}
          autoComplete="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          defaultValue={answer?.email ?? ""}
          error={answer === undefined || answer.error === "" ? undefined : answer.error}
          isFocused={answer !== undefined && answer.error !== ""}
        />
        <Button type="submit" className="justify-self-start">
          {texts.emailMeLink}
        </Button>
      </Form>
    </div>
  );
}

/** The page of a link. Opening it does not use the link, because email scanners also open links. */
export function OpenMyOrders({ answer }: { readonly answer: Answer | undefined }) {
  return (
    <div className="ticket p-6 sm:p-10">
      <p role="alert" className="mb-4 font-semibold text-beet empty:hidden">
        {answer?.message ?? ""}
      </p>
      <p>{texts.linkWorksOnce}</p>
      <Form method="post" reloadDocument className="mt-4">
        <input type="hidden" name="intent" value="open" />
        <Button type="submit">{texts.show}</Button>
      </Form>
    </div>
  );
}

interface ListProps {
  readonly orders: readonly {
    readonly token: string;
    readonly number: string | null;
    readonly placed: string;
    readonly status: string;
    readonly finalTotal: Cents;
    readonly refunded: Cents;
    readonly currency: string;
  }[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly consent: ConsentProps | null;
  /** The answer about marketing emails was just saved. */
  readonly isSaved: boolean;
  readonly problem: string;
}

/** Orders, newest first; each leads to its page with the receipt. */
export function MyOrdersList({ orders, total, page, perPage, consent, isSaved, problem }: ListProps) {
  return (
    <div className="grid gap-6">
      <p role="status" className="font-semibold text-leaf empty:hidden">
        {isSaved && problem === "" ? texts.answerIsSaved : ""}
      </p>
      <p role="alert" className="font-semibold text-beet empty:hidden">
        {problem}
      </p>
      {orders.length === 0 ? <p className="ticket p-6">{texts.noneOnPage}</p> : null}
      <ul className="ticket divide-y divide-hairline px-4 pb-2 empty:hidden sm:px-6">
        {orders.map((order) => (
          <Row key={order.token} order={order} />
        ))}
      </ul>
      <Pager page={page} perPage={perPage} total={total} noun={texts.orders} />
      {consent === null ? null : <MarketingConsent {...consent} />}
      <Form method="post" action="/my-orders" reloadDocument>
        <input type="hidden" name="intent" value="leave" />
        <Button type="submit" look="outline">
          {texts.hide}
        </Button>
      </Form>
    </div>
  );
}

interface ConsentProps {
  readonly isGiven: boolean;
  /** The day of the consent. */
  readonly since: string | null;
}

/** Gives or withdraws the consent to marketing emails. */
function MarketingConsent({ isGiven, since }: ConsentProps) {
  return (
    <section aria-labelledby="news-title" className="ticket p-4 sm:p-6">
      <h2 id="news-title" className="text-xl">
        {texts.newsAndOffers}
      </h2>
      <Form method="post" action="/my-orders" reloadDocument className="mt-2 grid gap-2">
        <input type="hidden" name="intent" value="consent" />
        <label className="flex min-h-11 items-center gap-2.5">
          <input type="checkbox" name="marketing_consent" defaultChecked={isGiven} className="size-5 shrink-0 accent-primary" />
          {texts.emailMeNews}
        </label>
        {since === null ? null : <p className="text-ink-2">{texts.agreedOn(since)}</p>}
        <Button type="submit" look="outline" className="justify-self-start">
          {texts.save}
        </Button>
      </Form>
    </section>
  );
}

function Row({ order }: { readonly order: ListProps["orders"][number] }) {
  const format = inCurrency(useMoneyFormat(), order.currency);
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-3">
      <Link
        to={`/payment-complete?order=${encodeURIComponent(order.token)}`}
        className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2"
      >
        {texts.orderNumber(order.number ?? "")}
      </Link>
      <span className="figures text-right font-semibold">{formatMoney(order.finalTotal, format)}</span>
      <span className="figures text-ink-2">{order.placed}</span>
      <span className="text-right text-ink-2">{order.status}</span>
      {order.refunded === 0 ? null : (
        <span className="figures col-span-2 text-right font-semibold text-beet">{texts.refunded(formatMoney(order.refunded, format))}</span>
      )}
      <div className="col-span-2 mt-2">
        <OrderAgain order={order} number={order.number ?? ""} className="" />
      </div>
    </li>
  );
}
