import { Pager } from "#app/kit/pager.tsx";
import { data, Form, href, Link, useNavigation } from "react-router";
import { listFailedMailIds, listMail } from "#app/mail/data/mail-outbox.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { ADMIN_ROWS_PER_PAGE, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { SelectField, TextField } from "#app/kit/forms/field.tsx";
import { Button } from "#app/kit/button.tsx";
import { resendFailedMail } from "#app/mail/workflows/send-mail.server.ts";
import { isUuid } from "#app/values/ids.ts";
import type { Route } from "./+types/index";
import { mailView, readMailQuery, type MailView } from "./outbox-format.server.ts";
import { MailStatusText } from "./outbox-status.tsx";
import { MAIL_KIND_LABELS } from "#app/orders/domain/order-mail.ts";

/** More at once would hold one transaction long; press again for the rest. */
const MAX_RESEND = 500;

export const meta: Route.MetaFunction = () => [{ title: "Mail outbox" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, email } = context.get(servicesContext);
  const { filter, page } = readMailQuery(request);
  const [settings, { rows, hasMore }, { transport }] = await Promise.all([
    readSettings(db),
    listMail(db, filter, page, ADMIN_ROWS_PER_PAGE),
    email.current(),
  ]);
  return {
    filter,
    page,
    hasMore,
    mails: rows.map((row) => mailView(row, settings.STORE_TIMEZONE)),
    kinds: Object.entries(MAIL_KIND_LABELS).map(([value, label]) => ({ value, label })),
    isKeptHere: transport.name === "outbox",
  };
}

/** "Send again": one failed mail by its id, or all failed ones that the filter of the address shows. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, jobs } = context.get(servicesContext);
  const form = await request.formData();
  const id = form.get("id");
  if (id !== null && (typeof id !== "string" || !isUuid(id))) return data({ message: "This mail is not in the outbox." }, { status: 404 });
  const { filter } = readMailQuery(request);
  const ids = id === null ? await listFailedMailIds(db, filter, MAX_RESEND) : [id];
  const count = await resendFailedMail({ db, jobs }, ids, requireStaff(context));
  if (count === 0) return data({ message: "Nothing to send again: no mail here has failed." }, { status: id === null ? 200 : 409 });
  return { message: count === 1 ? "The mail is sent again now." : `${count} mails are sent again now.` };
}

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, mails, page, hasMore, isKeptHere } = loaderData;
  const isFiltered = filter.q !== "" || filter.kind !== "" || filter.status !== "";
  const hasFailed = mails.some((mail) => mail.status === "failed");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Mail outbox</h1>
        {hasFailed ? (
          <Form method="post">
            <Button type="submit" look="outline" size="desk">
              Send all failed again
            </Button>
          </Form>
        ) : null}
      </header>
      {isKeptHere ? (
        <p className="rounded border border-harbour bg-harbour-tint p-3">
          No SendGrid key is set, so mails do not leave the shop. They are kept here for reading and count as sent.
        </p>
      ) : null}
      <p role="status" className={actionData === undefined ? "sr-only" : "font-semibold"}>
        {actionData?.message}
      </p>
      <MailFilters filter={filter} kinds={loaderData.kinds} isFiltered={isFiltered} />
      {mails.length === 0 ? <NoMail isFiltered={isFiltered} page={page} /> : <MailTable mails={mails} />}
      <Pager
        page={page}
        perPage={ADMIN_ROWS_PER_PAGE}
        total={(page - 1) * ADMIN_ROWS_PER_PAGE + mails.length}
        isTotalCapped={hasMore}
        noun="mails"
      />
    </div>
  );
}

function MailFilters({
  filter,
  kinds,
  isFiltered,
}: Pick<Route.ComponentProps["loaderData"], "filter" | "kinds"> & { readonly isFiltered: boolean }) {
  return (
    <Form method="get" role="search" key={JSON.stringify(filter)} className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-72">
        <TextField
          name="q"
          type="search"
          label="Search"
          placeholder="Address, subject, order number"
          defaultValue={filter.q}
          maxLength={MAX_SEARCH_LENGTH}
          className="min-h-11 text-base lg:min-h-8 lg:text-sm"
        />
      </div>
      <SelectField name="kind" label="Kind" defaultValue={filter.kind} className="min-h-11 text-base lg:min-h-8 lg:text-sm">
        <option value="">Any</option>
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField name="status" label="Status" defaultValue={filter.status} className="min-h-11 text-base lg:min-h-8 lg:text-sm">
        <option value="">Any</option>
        <option value="queued">Waiting</option>
        <option value="sent">Sent</option>
        <option value="failed">Failed</option>
      </SelectField>
      <Button type="submit" look="outline" size="desk" className="min-h-11 lg:min-h-8">
        Search
      </Button>
      {isFiltered ? (
        <Link
          to={href("/admin/orders/outbox")}
          className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-8"
        >
          Clear
        </Link>
      ) : null}
    </Form>
  );
}

function MailTable({ mails }: { mails: readonly MailView[] }) {
  const busyId = useNavigation().formData?.get("id");
  return (
    <div>
      <table className="block w-full border-collapse bg-surface text-left md:table">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="rule">
            {["Written", "Mail", "To", "Order", "Status"].map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-semibold">
                {title}
              </th>
            ))}
            <th scope="col" className="px-3 py-2">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {mails.map((mail) => (
            <tr
              key={mail.id}
              className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 border-b border-hairline py-2 align-baseline md:table-row md:py-0"
            >
              <td className="figures px-1 text-ink-2 md:px-3 md:py-2 md:whitespace-nowrap md:text-ink">
                <time dateTime={mail.created.iso}>{mail.created.text}</time>
              </td>
              <td className="max-md:order-first max-md:col-span-2 px-1 md:px-3 md:py-2">
                <Link
                  to={href("/admin/orders/outbox/:id", { id: mail.id })}
                  className="inline-flex min-h-11 items-center font-semibold text-primary md:min-h-6 underline underline-offset-2"
                >
                  {mail.subject ?? mail.kindLabel}
                </Link>
                {mail.subject === null ? null : <span className="block text-xs text-ink-2">{mail.kindLabel}</span>}
              </td>
              <td className="max-md:order-1 px-1 wrap-anywhere md:px-3 md:py-2">{mail.recipient}</td>
              <td className="figures max-md:order-1 px-1 text-right whitespace-nowrap md:px-3 md:py-2 md:text-left">
                {mail.orderId === null ? null : (
                  <Link
                    to={`/admin/orders/${mail.orderId}`}
                    className="inline-flex min-h-11 items-center text-primary underline md:min-h-6 underline-offset-2"
                  >
                    {mail.orderNumber ?? "Order"}
                  </Link>
                )}
              </td>
              <td className="px-1 max-md:text-right md:px-3 md:py-2">
                <MailStatusText mail={mail} />
              </td>
              <td className="max-md:order-2 max-md:col-span-2 px-1 text-right empty:hidden md:px-3 md:py-1 md:empty:table-cell">
                {mail.status === "failed" ? (
                  <Form method="post">
                    <input type="hidden" name="id" value={mail.id} />
                    <Button
                      type="submit"
                      look="outline"
                      size="desk"
                      disabled={busyId === mail.id}
                      className="min-h-11 lg:min-h-8"
                      aria-label={`Send again to ${mail.recipient}`}
                    >
                      Send again
                    </Button>
                  </Form>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoMail({ isFiltered, page }: { isFiltered: boolean; page: number }) {
  return (
    <p className="border-y border-hairline py-8 text-center text-ink-2">
      {isFiltered || page > 1 ? "No mail fits this search." : "No mail yet. The first order writes one to the customer and one to you."}
    </p>
  );
}
