import { href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import type { ListColumn } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { countHolders, listOwnRoles } from "#app/staff/data/role-records.server.ts";
import { findPermissions } from "#app/staff/domain/permission-list.ts";
import { roleList } from "#app/staff/domain/role.schema.ts";
import { ROLE_WORDS, ROLES } from "#app/staff/domain/user.ts";
import { pageOf } from "#app/values/page-of.ts";
import { counted } from "#texts/plural.ts";
import { matchesWords } from "#app/values/text.ts";
import type { Route } from "./+types/index";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const query = readPageQuery(request, roleList);
  const [roles, accounts] = await Promise.all([listOwnRoles(db), countHolders(db)]);
  const found = roles
    .filter(({ name }) => matchesWords(query.q, name))
    .map(({ id, name, permissions }) => ({ id, name, permissions, accounts: accounts.get(id) ?? 0 }));
  const sorted = query.sort.startsWith("-") ? found.toReversed() : found;
  return { query, ...withinPages({ url, context }, query, pageOf(sorted, query)) };
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Role", cell: (row) => row.name, sort: "name" },
  {
    title: "Permissions",
    cell: (row) =>
      findPermissions(row.permissions)
        .map(({ label }) => label)
        .join(", "),
  },
  { title: "Accounts", cell: (row) => (row.accounts === 0 ? "None" : counted(row.accounts, "account", "accounts")), card: "side" },
];

export default function Roles({ loaderData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/roles/add")} size="desk">
      Add role
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Roles">{total === 0 ? null : add}</PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: href("/admin/roles/edit/:id", { id: String(row.id) }) })}
        nouns="roles"
        searchHint="Name"
        empty={
          <EmptyState action={add}>
            {ROLES.map((role) => ROLE_WORDS[role].label).join(", ")}: these roles are always there. Make a role of your own for other work.
          </EmptyState>
        }
      />
    </>
  );
}
