import { data, Form, href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { SelectField, TextField } from "#app/kit/forms/field.tsx";
import { FIGURES_FILTER } from "#app/promotions/ui/staff/figures-filter.ts";
import type { ListColumn, ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { couponSetRecords, listCouponSets, matchingCouponSets, type CouponSetRow } from "#app/promotions/data/coupon-sets.server.ts";
import { listCouponPromotions } from "#app/promotions/data/promotion-records.server.ts";
import { listGivenBySets, NOTHING_GIVEN, type Given } from "#app/promotions/data/promotion-reports.server.ts";
import { couponSetForm, couponSetList } from "#app/promotions/domain/coupon-set.schema.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";
import { spanOfRange } from "#app/routes/admin/promotions/report.server.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { formatUsd } from "#app/values/money.ts";
import type { Route } from "./+types/index";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const query = readPageQuery(request, couponSetList);
  const given = await listGivenBySets(db, await spanOfRange(db, query.range, now()));
  const sets = (await listCouponSets(db)).map((set) => ({ ...set, ...(given.get(set.id) ?? NOTHING_GIVEN) }));
  const matching = matchingCouponSets(sets, query);
  const from = (query.page - 1) * query.per_page;
  return {
    query,
    rows: matching.slice(from, from + query.per_page),
    total: matching.length,
    promotions: await listCouponPromotions(db),
  };
}

/** Adds a coupon set. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sent = Object.fromEntries(await request.formData());
  const parsed = couponSetForm.safeParse(sent);
  if (!parsed.success) {
    const errors = Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    return data({ errors, name: typeof sent["name"] === "string" ? sent["name"] : "" }, { status: 422 });
  }
  const { name } = parsed.data;
  const added = await saveRecord(services.db, couponSetRecords, requireStaff(context), {
    id: null,
    value: parsed.data,
    version: null,
    seen: {},
  });
  if (added.kind !== "done") return data({ errors: { promotionId: "This promotion is gone. Choose another one." }, name }, { status: 422 });
  return redirectSaying(services, href("/admin/coupon-sets/:id", { id: String(added.id) }), {
    text: `Coupon set “${name}” added.`,
    undo: added.entry,
  });
}

const FILTERS: readonly ListFilter[] = [FIGURES_FILTER];

const COLUMNS: readonly ListColumn<CouponSetRow & Given>[] = [
  { title: "Set", cell: (row) => row.name, sort: "name" },
  { title: "Unlocks", cell: (row) => row.promotion },
  { title: "Codes", cell: (row) => row.codes.toLocaleString("en"), sort: "codes", isFigure: true },
  { title: "Valid", cell: (row) => row.active.toLocaleString("en"), isFigure: true, isMinor: true },
  { title: "Uses", cell: (row) => row.uses.toLocaleString("en"), sort: "uses", isFigure: true },
  { title: "Given away", cell: (row) => formatUsd(row.discount), isFigure: true },
  { title: "Paid", cell: (row) => formatUsd(row.revenue), sort: "revenue", isFigure: true, card: "none" },
];

export default function CouponSets({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total, promotions } = loaderData;
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {};
  return (
    <>
      <PageHeader title="Coupon sets" trail={[{ to: href("/admin/promotions"), label: "Promotions" }]} />
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: href("/admin/coupon-sets/:id", { id: String(row.id) }) })}
        nouns="coupon sets"
        searchHint="Name of a set or its promotion"
        empty={
          <EmptyState
            action={
              promotions.length === 0 ? (
                <ButtonLink to={href("/admin/promotions/add")} size="desk">
                  Add a promotion for codes
                </ButtonLink>
              ) : null
            }
          >
            A set holds the codes that unlock one promotion: on flyers, receipts, or in a mail.
          </EmptyState>
        }
      />
      <section className="mt-8 grid max-w-xl gap-4">
        <h2 className="rule pb-1 text-lg">Add a set</h2>
        {promotions.length === 0 ? (
          <p className="text-ink-2">First add a promotion that is given “only with a code”.</p>
        ) : (
          <Form method="post" className="grid gap-4">
            <TextField
              name="name"
              label="Name"
              required
              maxLength={MAX_TITLE_LENGTH}
              defaultValue={actionData?.name ?? ""}
              error={errors["name"]}
            />
            <SelectField name="promotionId" label="Its codes unlock" error={errors["promotionId"]}>
              {promotions.map((promotion) => (
                <option key={promotion.id} value={promotion.id}>
                  {promotion.name}
                </option>
              ))}
            </SelectField>
            <Button type="submit" size="desk" className="justify-self-start">
              Add coupon set
            </Button>
          </Form>
        )}
      </section>
    </>
  );
}
