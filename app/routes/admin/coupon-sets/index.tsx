import { data, href } from "react-router";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { SelectField, TextField } from "#app/kit/forms/field.tsx";
import { FIGURES_FILTER } from "#app/promotions/ui/staff/figures-filter.ts";
import type { ListAct, ListColumn, ListFilter } from "#app/kit/list/list-columns.ts";
import { Count, ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { couponSetRecords, type CouponSetRow } from "#app/promotions/data/coupon-sets.server.ts";
import { listCouponPromotions } from "#app/promotions/data/promotion-records.server.ts";
import type { Given } from "#app/promotions/data/promotion-reports.server.ts";
import { couponSetForm, couponSetList } from "#app/promotions/domain/coupon-set.schema.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";
import { useRefusedField } from "#app/kit/forms/use-refused-field.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { Money } from "#app/kit/money.tsx";
import { pageOf } from "#app/values/page-of.ts";
import type { Route } from "./+types/index";
import { changeChosenSets } from "./chosen-sets.server.ts";
import { readCouponSets } from "./read-coupon-sets.server.ts";
import { counted } from "#texts/plural.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const query = readPageQuery(request, couponSetList);
  const matching = await readCouponSets(db, query, now());
  return {
    query,
    ...withinPages({ url, context }, query, pageOf(matching, query)),
    promotions: await listCouponPromotions(db),
  };
}

/** Adds a coupon set, or runs a bulk action on the chosen ones. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const services = context.get(servicesContext);
  const form = await request.formData();
  if (form.has("intent")) return changeChosenSets(args, form);
  const sent = Object.fromEntries(form);
  const parsed = couponSetForm.safeParse(sent);
  if (!parsed.success) {
    const errors = Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    return data({ errors, name: typeof sent["name"] === "string" ? sent["name"] : "", message: undefined }, { status: 422 });
  }
  const { name } = parsed.data;
  const added = await saveRecord(services.db, couponSetRecords, requireStaff(context), {
    id: null,
    value: parsed.data,
    version: null,
    seen: {},
  });
  if (added.kind !== "done")
    return data({ errors: { promotionId: "This promotion is gone. Choose another one." }, name, message: undefined }, { status: 422 });
  return redirectSaying(services, href("/admin/coupon-sets/:id", { id: String(added.id) }), {
    text: `Coupon set “${name}” added.`,
    undo: added.entry,
  });
}

const FILTERS: readonly ListFilter[] = [FIGURES_FILTER];

const COLUMNS: readonly ListColumn<CouponSetRow & Given>[] = [
  { title: "Set", cell: (row) => row.name, sort: "name" },
  { title: "Unlocks", cell: (row) => row.promotion },
  { title: "Codes", cell: (row) => <Count value={row.codes} />, sort: "codes", isFigure: true },
  { title: "Valid", cell: (row) => <Count value={row.active} />, isFigure: true, isMinor: true },
  { title: "Uses", cell: (row) => <Count value={row.uses} />, sort: "uses", isFigure: true },
  { title: "Total discounts", cell: (row) => <Money cents={row.discount} />, isFigure: true },
  { title: "Paid", cell: (row) => <Money cents={row.revenue} />, sort: "revenue", isFigure: true, card: "none" },
];

const ACTS: readonly ListAct[] = [
  {
    intent: "revoke",
    label: "Revoke codes",
    isDanger: true,
    question: (count, format) => ({
      title: count === 1 ? "Revoke all codes of this set?" : `Revoke all codes of ${counted(count, "set", "sets", format)}?`,
      text: "Customers who have them get nothing for them any more, also in a cart. They can be made valid again.",
      yes: "Revoke the codes",
      isDanger: true,
    }),
  },
  { intent: "restore", label: "Reactivate codes" },
  { intent: "delete", label: "Delete unused sets", isDanger: true, isMinor: true },
  { intent: "csv", label: "Download CSV", opens: href("/admin/coupon-sets/sets.csv"), isMinor: true },
];

export default function CouponSets({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total, promotions } = loaderData;
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
        acts={ACTS}
        nouns="coupon sets"
        searchHint="Name of a set or its promotion"
        message={actionData?.message}
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
      <AddSet promotions={promotions} submitted={actionData} />
    </>
  );
}

interface AddSetProps {
  readonly promotions: Route.ComponentProps["loaderData"]["promotions"];
  /** A rejected form keeps its input. */
  readonly submitted: Route.ComponentProps["actionData"];
}

const NO_ERRORS = {};

function AddSet({ promotions, submitted }: AddSetProps) {
  const errors: Readonly<Record<string, string>> = submitted?.errors ?? NO_ERRORS;
  const form = useRefusedField(errors);
  return (
    <section className="mt-8 grid max-w-xl gap-4">
      <h2 className="rule pb-1 text-lg">Add a set</h2>
      {promotions.length === 0 ? (
        <p className="text-ink-2">First add a promotion that is given “only with a code”.</p>
      ) : (
        <PostForm ref={form} className="grid gap-4">
          <TextField
            name="name"
            label="Name"
            required
            maxLength={MAX_TITLE_LENGTH}
            defaultValue={submitted?.name ?? ""}
            error={errors["name"]}
          />
          <SelectField name="promotionId" label="Promotion" error={errors["promotionId"]}>
            {promotions.map((promotion) => (
              <option key={promotion.id} value={promotion.id}>
                {promotion.name}
              </option>
            ))}
          </SelectField>
          <Button type="submit" size="desk" className="justify-self-start">
            Add coupon set
          </Button>
        </PostForm>
      )}
    </section>
  );
}
