import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { data, href, Link, useNavigation } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { selectedIds, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, choiceFilter, type ListAct, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { listFailedMailIds, listMail } from "#app/mail/data/mail-outbox.server.ts";
import { resendFailedMail } from "#app/mail/workflows/send-mail.server.ts";
import { MAIL_KIND_LABELS } from "#app/orders/domain/mail/order-mail.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { isUuid } from "#app/values/ids.ts";
import type { Route } from "./+types/index";
import { mailView, outboxReader, type MailView } from "./outbox-format.server.ts";
import { MailStatusText } from "./outbox-status.tsx";
import { mailList } from "./outbox.schema.ts";
import { counted } from "#texts/plural.ts";

/** More at once would keep one transaction open too long; the user clicks again for the rest. */
const MAX_RESEND = 500;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, email } = context.get(servicesContext);
  const query = readPageQuery(request, mailList);
  const [settings, list, { transport }] = await Promise.all([
    readSettings(db),
    listMail(db, query, outboxReader(requireStaff(context))),
    email.current(),
  ]);
  const { rows, ...found } = withinPages({ url, context }, query, list);
  return {
    query,
    ...found,
    mails: rows.map((row) => mailView(row, shopClock(settings))),
    isKeptHere: transport.name === "outbox",
  };
}

/** "Send again": the chosen emails that have failed, or all failed ones that match the search. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const chosen = selectedIds(await request.formData());
  const ids = chosen === "all" ? await listFailedMailIds(services.db, readPageQuery(request, mailList), MAX_RESEND) : chosen.filter(isUuid);
  const count = await resendFailedMail(services, ids, requireStaff(context));
  if (count === 0) return data({ message: "Nothing to send again: no email here has failed." }, { status: 409 });
  const text = count === 1 ? "The email is sent again now." : `${counted(count, "email is", "emails are")} sent again now.`;
  return redirectSaying(services, withoutSelection(url), { text });
}

const FILTERS: readonly ListFilter[] = [
  { name: "kind", label: "Kind", options: Object.entries(MAIL_KIND_LABELS).map(([value, label]) => ({ value, label })) },
  choiceFilter("status", "Status", { queued: "Waiting", sent: "Sent", failed: "Failed" }),
];

const COLUMNS: readonly ListColumn<MailView>[] = [
  { title: "Email", cell: (mail) => mail.subject ?? mail.kindLabel },
  { title: "Kind", cell: (mail) => (mail.subject === null ? null : mail.kindLabel), card: "none", isMinor: true },
  { title: "To", cell: (mail) => <span className="wrap-anywhere">{mail.recipient}</span> },
  { title: "Order", cell: (mail) => <OrderLink mail={mail} />, card: "none" },
  {
    title: "Written",
    sort: "written",
    orders: BY_TIME,
    cell: ({ created }) => (
      <time dateTime={created.iso} className="figures md:whitespace-nowrap">
        {created.text}
      </time>
    ),
  },
  { title: "Status", cell: (mail) => <MailStatusText mail={mail} />, card: "side" },
];

const SEND_AGAIN = {
  text: "Only those that have failed are sent. A sent email cannot be recalled.",
  yes: "Send again",
};
const ACTS: readonly ListAct[] = [
  {
    intent: "resend",
    label: "Send again",
    question: (count, format) => ({
      title: `Send ${count === 1 ? "this email" : counted(count, "email", "emails", format)} again?`,
      ...SEND_AGAIN,
    }),
  },
];

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  const { query, mails, total, isTotalCapped, isKeptHere } = loaderData;
  const isBusy = useNavigation().state !== "idle";
  return (
    <>
      <PageHeader title="Email log">
        {mails.some((mail) => mail.status === "failed") ? (
          <PostForm>
            <input type="hidden" name="selected" value="all" />
            <ConfirmButton
              look="outline"
              size="desk"
              disabled={isBusy}
              question={{ title: "Send all failed emails again?", ...SEND_AGAIN }}
            >
              Send all failed again
            </ConfirmButton>
          </PostForm>
        ) : null}
      </PageHeader>
      {isKeptHere ? (
        <p className="mb-4 rounded border border-harbour bg-harbour-tint p-3">
          No mail server or SendGrid key is set, so emails are not sent. They are kept here for reading.
        </p>
      ) : null}
      <ListPage
        query={query}
        rows={mails}
        total={total}
        isTotalCapped={isTotalCapped}
        columns={COLUMNS}
        factsOf={(mail) => ({
          id: mail.id,
          label: `${mail.subject ?? mail.kindLabel} to ${mail.recipient}`,
          to: href("/admin/orders/outbox/:id", { id: mail.id }),
        })}
        filters={FILTERS}
        acts={ACTS}
        nouns="emails"
        searchHint="Address, subject, order number"
        empty={
          <EmptyState
            action={
              <ButtonLink to="/admin/orders" look="outline" size="desk" className="min-h-11">
                To the new orders
              </ButtonLink>
            }
          >
            No emails yet. The first order sends one to the customer and one to you.
          </EmptyState>
        }
        message={actionData?.message}
      />
    </>
  );
}

function OrderLink({ mail }: { readonly mail: MailView }) {
  if (mail.orderId === null) return null;
  return (
    <Link
      to={`/admin/orders/${mail.orderId}`}
      className="md:whitespace-nowrap inline-flex min-h-6 items-center text-primary underline underline-offset-2"
    >
      {mail.orderNumber || "Order"}
    </Link>
  );
}
