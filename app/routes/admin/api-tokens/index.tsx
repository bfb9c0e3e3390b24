import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { data, href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { readSelected, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, choiceFilter, type ListAct, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import type { Db } from "#app/platform/db/database.server.ts";
import { listApiTokens, matchingApiTokens } from "#app/staff/data/api-tokens.server.ts";
import { apiTokenList } from "#app/staff/domain/api-token.schema.ts";
import { API_SCOPE_WORDS } from "#app/staff/domain/api-token.ts";
import { revokeApiTokens } from "#app/staff/workflows/api-tokens.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { pageOf } from "#app/values/page-of.ts";
import { counted } from "#texts/plural.ts";
import { STATUS_WORDS, tokenView, type TokenView } from "./token-view.ts";
import type { Route } from "./+types/index";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const query = readPageQuery(request, apiTokenList);
  const [all, settings] = await Promise.all([listApiTokens(db), readSettings(db)]);
  const { rows, total } = withinPages({ url, context }, query, pageOf(matchingApiTokens(all, query, now()), query));
  return { query, total, rows: rows.map((row) => tokenView(row, shopClock(settings), now())) };
}

export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { db, now } = services;
  const form = await args.request.formData();
  if (form.get("intent") !== "revoke") return data({ message: "Choose what to do." }, { status: 422 });
  const ids = await readSelected(args, form, {
    query: apiTokenList,
    matching: async (tx: Db, query) => matchingApiTokens(await listApiTokens(tx), query, now()).map((row) => row.id),
    nouns: ["token", "tokens"],
  });
  if (!ids.ok) return data({ message: ids.error }, { status: 422 });
  const revoked = await revokeApiTokens(db, requireStaff(args.context), ids.value, now());
  if (!revoked.ok) return data({ message: revoked.error }, { status: 403 });
  const names = revoked.value;
  const done = names.length === 1 ? `Token “${names[0] ?? ""}” revoked.` : `${counted(names.length, "token", "tokens")} revoked.`;
  return redirectSaying(services, withoutSelection(args.url), { text: names.length === 0 ? "Nothing was changed." : done });
}

const FILTERS: readonly ListFilter[] = [choiceFilter("status", "Status", { active: "Active", expired: "Expired", revoked: "Revoked" })];

const COLUMNS: readonly ListColumn<TokenView>[] = [
  { title: "Name", cell: (row) => row.name, sort: "name" },
  { title: "Permissions", cell: (row) => row.scopes.map((scope) => API_SCOPE_WORDS[scope].label).join(", ") },
  { title: "Created by", cell: (row) => row.userName, isMinor: true, card: "none" },
  { title: "Created", cell: (row) => row.created, sort: "created", orders: BY_TIME, isMinor: true, card: "none" },
  { title: "Last used", cell: (row) => row.used ?? "Never", sort: "used", orders: BY_TIME },
  { title: "Expires", cell: (row) => row.expires },
  { title: "Status", cell: (row) => <Status tone={STATUS_WORDS[row.status][0]}>{STATUS_WORDS[row.status][1]}</Status>, card: "side" },
];

const ACTS: readonly ListAct[] = [
  {
    intent: "revoke",
    label: "Revoke tokens",
    isDanger: true,
    question: (count, format) => ({
      title: count === 1 ? "Revoke this token?" : `Revoke ${counted(count, "token", "tokens", format)}?`,
      text: "Programs that use it are refused at once. This cannot be undone.",
      yes: "Revoke",
      isDanger: true,
    }),
  },
];

export default function ApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/api-tokens/add")} size="desk">
      Create token
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="API tokens">{total === 0 ? null : add}</PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: href("/admin/api-tokens/:id", { id: String(row.id) }) })}
        acts={ACTS}
        nouns="tokens"
        searchHint="Name of a token or its creator"
        empty={
          <EmptyState action={add}>
            With a token, a program such as a point of sale, a delivery service or a stock list reads and changes orders and products.
          </EmptyState>
        }
        message={actionData?.message}
      />
    </>
  );
}
