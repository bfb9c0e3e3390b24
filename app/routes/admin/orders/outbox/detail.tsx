import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { writeMyOrdersMail } from "#app/orders/workflows/mail/my-orders-mail.server.tsx";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { data, href, Link } from "react-router";
import { findMail, type MailDetail } from "#app/mail/data/mail-outbox.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { Button } from "#app/kit/button.tsx";
import { writeClosingMail } from "#app/orders/workflows/mail/write-closing-mail.server.tsx";
import { writeLowStockMail } from "#app/orders/workflows/mail/write-low-stock-mail.server.tsx";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { resendFailedMail } from "#app/mail/workflows/send-mail.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { urlKey } from "#app/values/addresses/url.schema.ts";
import type { Route } from "./+types/detail";
import { mailView, outboxReader } from "./outbox-format.server.ts";
import { MailStatusText } from "./outbox-status.tsx";
import { DAY_CLOSED_MAIL, LOW_STOCK_MAIL, MY_ORDERS_MAIL, STAFF_ACCESS_MAIL } from "#app/mail/domain/email.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.content?.subject ?? "Email" }];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, log, secrets } = context.get(servicesContext);
  const mail = await findMail(
    db,
    readParam(params.id, urlKey, () => notFound(request)),
    outboxReader(requireStaff(context)),
  );
  if (mail === undefined) throw notFound(request);
  const [settings, content] = await Promise.all([
    readSettings(db),
    readContent(mail, secrets).catch((error: unknown) => {
      log.error({ err: error, mailId: mail.id, kind: mail.kind }, "a mail could not be written for the preview");
      return null;
    }),
  ]);
  return { mail: mailView(mail, shopClock(settings)), content, isAsSent: mail.html !== null, isLink: mail.kind === STAFF_ACCESS_MAIL };
}

/** The email as it was sent, or as it would be sent now. */
async function readContent(mail: MailDetail, secrets: SecretBox) {
  if (mail.html !== null) return { subject: mail.subject ?? "", html: mail.html, text: mail.plainText ?? "" };
  if (mail.kind === MY_ORDERS_MAIL) return writeMyOrdersMail(secrets, mail.data);
  if (mail.kind === DAY_CLOSED_MAIL) return writeClosingMail(mail.data);
  if (mail.kind === LOW_STOCK_MAIL) return writeLowStockMail(mail.data);
  return writeOrderMail(mail.kind, mail.data);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, jobs } = context.get(servicesContext);
  const count = await resendFailedMail({ db, jobs }, [readParam(params.id, urlKey, () => notFound(request))], requireStaff(context));
  return count === 1
    ? { message: "The email is sent again now." }
    : data({ message: "This email has not failed, so it is not sent again." }, { status: 409 });
}

export default function OutboxMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, content, isAsSent, isLink } = loaderData;
  const sending = isAsSent ? "As it was sent" : "As it will be sent";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <nav aria-label="Breadcrumb">
        <Link
          to={href("/admin/orders/outbox")}
          className="inline-flex min-h-11 lg:min-h-6 items-center text-primary underline underline-offset-2"
        >
          Email log
        </Link>
      </nav>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl wrap-anywhere">{content?.subject ?? mail.kindLabel}</h1>
        {mail.status === "failed" ? (
          <PostForm>
            <Button type="submit" size="desk">
              Send again
            </Button>
          </PostForm>
        ) : null}
      </header>
      <p role="status" className={actionData === undefined ? "sr-only" : "font-semibold"}>
        {actionData?.message}
      </p>
      <MailFacts mail={mail} />
      {isLink ? (
        <p>The link is not shown here: the account’s page makes another one.</p>
      ) : (
        <MailContent content={content} title={mail.statusText === "Kept here" ? "As it was written" : sending} />
      )}
    </div>
  );
}

interface MailContentProps extends Pick<Route.ComponentProps["loaderData"], "content"> {
  readonly title: string;
}

function MailContent({ content, title }: MailContentProps) {
  if (content === null)
    return (
      <p className="rounded border border-beet bg-beet-tint p-3">
        This mail cannot be shown: its content does not fit this version of the shop.
      </p>
    );
  return (
    <>
      <section aria-labelledby="mail-html" className="grid gap-2">
        <h2 id="mail-html" className="text-lg">
          {title}
        </h2>
        {/* Sandbox without permissions: scripts, forms and links in the email are disabled. */}
        <iframe
          title="The email"
          sandbox=""
          srcDoc={content.html}
          className="h-[75dvh] min-h-100 w-full max-w-180 border border-hairline bg-canvas"
        />
      </section>
      <section aria-labelledby="mail-text" className="grid gap-2">
        <h2 id="mail-text" className="text-lg">
          Plain text
        </h2>
        <pre className="max-w-180 border border-hairline bg-surface p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {content.text}
        </pre>
      </section>
    </>
  );
}

function MailFacts({ mail }: Pick<Route.ComponentProps["loaderData"], "mail">) {
  return (
    <dl className="grid max-w-180 grid-cols-[max-content_1fr] items-baseline gap-x-4 gap-y-1 border-y border-hairline py-3">
      <dt className="text-ink-2">To</dt>
      <dd className="wrap-anywhere">{mail.recipient}</dd>
      <dt className="text-ink-2">Kind</dt>
      <dd>{mail.kindLabel}</dd>
      {mail.orderId === null ? null : (
        <>
          <dt className="text-ink-2">Order</dt>
          <dd>
            <Link
              to={`/admin/orders/${mail.orderId}`}
              className="inline-flex min-h-11 lg:min-h-6 items-center text-primary underline underline-offset-2"
            >
              {mail.orderNumber || "Open the order"}
            </Link>
          </dd>
        </>
      )}
      <dt className="text-ink-2">Status</dt>
      <dd>
        <MailStatusText mail={mail} />
      </dd>
      <dt className="text-ink-2">Written</dt>
      <dd className="figures">
        <time dateTime={mail.created.iso}>{mail.created.text}</time>
      </dd>
      {mail.sent === null ? null : (
        <>
          <dt className="text-ink-2">{mail.statusText === "Kept here" ? "Kept" : "Sent"}</dt>
          <dd className="figures">
            <time dateTime={mail.sent.iso}>{mail.sent.text}</time>
          </dd>
        </>
      )}
    </dl>
  );
}
