import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { data, href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { changeSelected } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, choiceFilter, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { listUserIds, listUserRows, userRecords, type UserRow } from "#app/staff/data/user-records.server.ts";
import { listOwnRoles } from "#app/staff/data/role-records.server.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { userList } from "#app/staff/domain/user.schema.ts";
import { ownRoleName, ROLES, ROLE_WORDS, roleWords, type OwnRole } from "#app/staff/domain/user.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { recordOf } from "#app/values/narrow.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/index";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const query = readPageQuery(request, userList);
  const [list, settings, ownRoles] = await Promise.all([listUserRows(db, query), readSettings(db), listOwnRoles(db)]);
  const { rows, total } = withinPages({ url, context }, query, list);
  const seen = (at: Date | null) => (at === null ? null : formatInstant(at, shopClock(settings), now()));
  const asksPassword = !(await isConfirmed(context.get(servicesContext), request));
  const shown = rows.map(({ lastSeenAt, ...row }) => ({ ...row, role: roleWords(row.roles, ownRoles), seen: seen(lastSeenAt) }));
  return { query, total, asksPassword, rows: shown, ownRoles: ownRoles.map(({ id, name }) => ({ id, name })) };
}

export async function action(args: Route.ActionArgs) {
  const actor = { ...requireStaff(args.context), isConfirmed: await isConfirmed(args.context.get(servicesContext), args.request) };
  if (!actor.isConfirmed) return data({ message: CONFIRM_FIRST }, { status: 422 });
  return changeSelected(args, {
    store: userRecords({ actor }),
    query: userList,
    matching: listUserIds,
    nouns: ["account", "accounts"],
    acts: {
      disable: { done: "disabled", change: (value) => ({ ...value, isDisabled: true }) },
      enable: { done: "enabled", change: (value) => ({ ...value, isDisabled: false }) },
    },
  });
}

type Row = Omit<UserRow, "lastSeenAt"> & { readonly role: string; readonly seen: string | null };

/** Filters by a built-in role, a custom one, or none. */
function filtersOf(ownRoles: readonly Pick<OwnRole, "id" | "name">[]): readonly ListFilter[] {
  const customRoleLabels = Object.fromEntries(ownRoles.map(({ id, name }) => [ownRoleName(id), name]));
  return [
    choiceFilter("role", "Role", { ...recordOf(ROLES, (role) => ROLE_WORDS[role].label), ...customRoleLabels, none: "No role" }),
    choiceFilter("status", "Status", { active: "Active", invited: "Invited", disabled: "Disabled" }),
  ];
}

const STATUS = { active: ["on", "Active"], invited: ["wait", "Invited"], disabled: ["off", "Disabled"] } as const;

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Name", cell: (row) => row.name, sort: "name" },
  { title: "Email", cell: (row) => row.email, sort: "email" },
  { title: "Role", cell: (row) => <span className="md:whitespace-nowrap">{row.role}</span> },
  { title: "Two-factor authentication", cell: (row) => (row.hasSecondStep ? "On" : "Off"), card: "none" },
  {
    title: "Signed in",
    cell: (row) => <span className="md:whitespace-nowrap">{row.seen ?? "Nowhere"}</span>,
    sort: "seen",
    orders: BY_TIME,
    card: "none",
  },
  {
    title: "Status",
    cell: (row) => <Status tone={STATUS[row.status][0]}>{STATUS[row.status][1]}</Status>,
    card: "side",
  },
];

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/users/add")} size="desk">
      Add person
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Staff">{add}</PageHeader>
      {loaderData.asksPassword && actionData?.message === CONFIRM_FIRST ? (
        <div className="mb-4">
          <ConfirmPanel />
        </div>
      ) : null}
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={filtersOf(loaderData.ownRoles)}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: href("/admin/users/edit/:id", { id: String(row.id) }) })}
        acts={[
          { intent: "disable", label: "Disable accounts" },
          { intent: "enable", label: "Enable accounts" },
        ]}
        nouns="accounts"
        searchHint="Name or email"
        empty={<EmptyState action={add}>Everybody who works here has an account of their own.</EmptyState>}
        message={actionData?.message}
      />
    </>
  );
}
