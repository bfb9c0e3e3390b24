import { moneyFormat } from "#app/store/domain/settings.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { data, href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { chosenIds, selectedIds, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { choiceFilter, type ListAct, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { Count, ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { couponSetRecords, listCodes, listCouponSets, type CodeTerms } from "#app/promotions/data/coupon-sets.server.ts";
import { listCouponPromotions } from "#app/promotions/data/promotion-records.server.ts";
import { couponCodeList, couponSetForm, generateForm, importForm, oneCodeForm } from "#app/promotions/domain/coupon-set.schema.ts";
import { PromotionReport, reportSearch } from "#app/orders/ui/staff/promotion-report.tsx";
import { CodeForms, type CodeFormAnswer } from "#app/promotions/ui/staff/code-forms.tsx";
import { SetFields } from "#app/promotions/ui/staff/set-fields.tsx";
import { addCode, changeCodes, codesOfText, importCodes, makeCodes } from "#app/promotions/workflows/make-codes.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { actOnRecord, changeRecords, refuseAct } from "#app/staff/workflows/change-records.server.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { addDays, instantOf } from "#app/values/time.ts";
import { counted, pluralForm } from "#texts/plural.ts";
import { readShownReport } from "#app/routes/admin/promotions/report.server.ts";
import type { Route } from "./+types/detail";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const set = await findSet(params.id, request, db);
  const query = readPageQuery(request, couponCodeList);
  const [codes, settings, report, promotions] = await Promise.all([
    listCodes(db, set.id, query),
    readSettings(db),
    readShownReport(db, { couponSetId: set.id }, request, now()),
    listCouponPromotions(db),
  ]);
  const rows = withinPages({ url, context }, query, codes).rows.map(({ expiresAt, ...row }) => ({
    ...row,
    expires: expiresAt === null ? "" : formatInstant(expiresAt, shopClock(settings), now()),
    isExpired: expiresAt !== null && expiresAt <= now(),
  }));
  return { set, query, rows, total: codes.total, report, promotions };
}

async function findSet(text: string, request: Request, db: Parameters<typeof listCouponSets>[0]) {
  const id = readId(request, text);
  const set = (await listCouponSets(db)).find((row) => row.id === id);
  if (set === undefined) throw notFound(request);
  return set;
}

interface Act {
  readonly services: Services;
  readonly db: Db;
  readonly user: StaffUser;
  readonly set: Awaited<ReturnType<typeof findSet>>;
  readonly request: Request;
  readonly form: FormData;
  readonly sent: Readonly<Record<string, FormDataEntryValue>>;
  readonly zone: string;
  readonly format: MoneyFormat;
  readonly say: (text: string, undo?: number | null) => Response | Promise<Response>;
}

type ActAnswer = Response | ReturnType<typeof refuse>;

const ACTS: Readonly<Record<string, (act: Act) => Promise<ActAnswer>>> = {
  async generate({ db, user, set, sent, say, zone, format }) {
    const parsed = generateForm.safeParse(sent);
    if (!parsed.success) return refuse("generate", sent, parsed.error.issues);
    const { count, prefix, length } = parsed.data;
    const made = await makeCodes(db, user, set, { count, pattern: { prefix: prefix ?? "", length }, terms: termsOf(parsed.data, zone) });
    return made.ok
      ? say(`${counted(count, "code", "codes", format)} made.`)
      : refuse("generate", sent, [{ path: ["count"], message: made.error }]);
  },
  async "add-code"({ db, user, set, sent, say, zone }) {
    const parsed = oneCodeForm.safeParse(sent);
    if (!parsed.success) return refuse("add-code", sent, parsed.error.issues);
    const added = await addCode(db, user, set, parsed.data.code, termsOf(parsed.data, zone));
    return added.ok ? say(`Code ${added.value} added.`) : refuse("add-code", sent, [{ path: ["code"], message: added.error }]);
  },
  async import({ db, user, set, sent, say, zone, format }) {
    const parsed = importForm.safeParse(sent);
    if (!parsed.success) return refuse("import", sent, parsed.error.issues);
    const imported = await importCodes(db, user, set, codesOfText(parsed.data.codes), termsOf(parsed.data, zone));
    if (!imported.ok) return refuse("import", sent, [{ path: ["codes"], message: imported.error }]);
    const { added, known } = imported.value;
    return say(
      `${counted(added, "code", "codes", format)} imported.${known === 0 ? "" : ` ${counted(known, "code exists", "codes exist", format)} already and ${pluralForm(known, "was", "were")} left out.`}`,
    );
  },
  async rename({ db, user, set, sent, say }) {
    const parsed = couponSetForm.safeParse(sent);
    if (!parsed.success) return refuse("rename", sent, parsed.error.issues);
    const problem = await couponSetRecords.check?.(db, set.id, parsed.data);
    if (problem !== undefined) return refuse("rename", sent, [{ path: ["promotionId"], message: problem["promotionId"] ?? "" }]);
    const renamed = await changeRecords(db, couponSetRecords, user, { action: "edit", ids: [set.id] }, () => parsed.data);
    return say(renamed.changed === 0 ? "Nothing was changed." : `Coupon set “${parsed.data.name}” saved.`, renamed.entry);
  },
  async delete({ services, db, user, set }) {
    const deleted = await actOnRecord(db, couponSetRecords, user, {
      action: "delete",
      id: set.id,
      touches: [],
      run: async (tx) => {
        if ((await listCouponSets(tx)).some((row) => row.id === set.id && row.uses > 0))
          refuseAct("Orders have used its codes, so it stays. Revoke the codes to end it.");
        await couponSetRecords.remove(tx, set.id);
      },
    });
    if (deleted.kind === "refused") return refuse("list", {}, [{ path: ["list"], message: deleted.problem }]);
    return redirectSaying(services, href("/admin/coupon-sets"), {
      text: `Coupon set “${set.name}” deleted.`,
      undo: deleted.kind === "done" ? deleted.entry : null,
    });
  },
  revoke: (act) => setStatus(act, "revoked"),
  restore: (act) => setStatus(act, "active"),
};

async function setStatus({ db, user, set, form, say, request, format }: Act, status: "active" | "revoked") {
  const chosen = selectedIds(form) === "all" ? "all" : await chosenIds(form, () => Promise.resolve([]));
  if (chosen !== "all" && chosen.length === 0) return refuse("list", {}, [{ path: ["list"], message: "Choose codes first." }]);
  const changed = await changeCodes(db, user, set, { which: chosen, query: readPageQuery(request, couponCodeList), status });
  return say(
    changed === 0
      ? "Nothing was changed."
      : `${counted(changed, "code", "codes", format)} ${status === "revoked" ? "revoked" : "valid again"}.`,
  );
}

/** Adds, makes, imports, revokes and restores codes, renames and deletes the set, by the `intent` of the form. */
export async function action({ params, request, url, context }: Route.ActionArgs): Promise<ActAnswer> {
  const services = context.get(servicesContext);
  const { db } = services;
  const user = requireStaff(context);
  const set = await findSet(params.id, request, db);
  const form = await request.formData();
  const sent = Object.fromEntries(form);
  const say: Act["say"] = (text, undo = null) => redirectSaying(services, withoutSelection(url), { text, undo });
  const settings = await readSettings(db);
  const { intent } = sent;
  const act = typeof intent === "string" && Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined;
  return act === undefined
    ? refuse("list", {}, [{ path: ["list"], message: "Choose what to do." }])
    : act({ services, db, user, set, request, form, sent, zone: settings.STORE_TIMEZONE, format: moneyFormat(settings), say });
}

/** Rejected input is returned with the errors, including a long list of codes. */
function refuse(
  form: string,
  sent: Readonly<Record<string, FormDataEntryValue>>,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
) {
  const errors = Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message]));
  const typed = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value : ""]));
  const answer: CodeFormAnswer = { form, errors, typed };
  return data(answer, { status: 422 });
}

/** Codes are valid to the end of their last day in the shop's time zone. */
function termsOf(
  {
    maxUses,
    perCustomerUses,
    expiresOn,
  }: { readonly maxUses: number | null; readonly perCustomerUses: number | null; readonly expiresOn: string | null },
  zone: string,
): CodeTerms {
  return { maxUses, perCustomerUses, expiresAt: expiresOn === null ? null : instantOf(addDays(expiresOn, 1), 0, zone) };
}

interface Row {
  readonly id: number;
  readonly code: string;
  readonly status: "active" | "revoked";
  readonly maxUses: number | null;
  readonly perCustomerUses: number | null;
  readonly expires: string;
  readonly isExpired: boolean;
  readonly uses: number;
}

const FILTERS: readonly ListFilter[] = [choiceFilter("status", "Codes", { active: "Valid", revoked: "Revoked", used: "Used" })];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Code", cell: (row) => <span className="figures">{row.code}</span>, sort: "code" },
  {
    title: "Uses",
    cell: (row) => (
      <>
        <Count value={row.uses} />
        {row.maxUses === null ? null : (
          <>
            {" "}
            of <Count value={row.maxUses} />
          </>
        )}
      </>
    ),
    sort: "uses",
    isFigure: true,
  },
  { title: "Valid until", cell: (row) => (row.expires === "" ? "No end" : row.expires), isMinor: true },
  {
    title: "Link",
    cell: (row) => (
      <a href={`/?code=${encodeURIComponent(row.code)}`} className="font-semibold text-primary underline underline-offset-2">
        Shop with {row.code}
      </a>
    ),
    isMinor: true,
  },
  { title: "State", cell: stateOf, card: "side" },
];

function stateOf(row: Row) {
  if (row.status === "revoked") return <Status tone="bad">Revoked</Status>;
  if (row.isExpired) return <Status tone="off">Expired</Status>;
  return row.maxUses !== null && row.uses >= row.maxUses ? <Status tone="off">Used up</Status> : <Status tone="on">Valid</Status>;
}

const CODE_ACTS: readonly ListAct[] = [
  {
    intent: "revoke",
    label: "Revoke",
    isDanger: true,
    question: (count, format) => ({
      title: count === 1 ? "Revoke this code?" : `Revoke ${counted(count, "code", "codes", format)}?`,
      text: "Customers who have them get nothing for them any more, also in a cart. They can be made valid again.",
      yes: pluralForm(count, "Revoke the code", "Revoke the codes"),
      isDanger: true,
    }),
  },
  { intent: "restore", label: "Reactivate" },
];

export default function CouponSet({ loaderData, actionData }: Route.ComponentProps) {
  const { set, query, rows, total, report, promotions } = loaderData;
  const id = String(set.id);
  return (
    <>
      <PageHeader title={set.name} trail={[{ to: href("/admin/coupon-sets"), label: "Coupon sets" }]}>
        {set.codes === 0 ? null : (
          <>
            <ButtonLink to={href("/admin/coupon-sets/:id/print", { id })} look="outline" size="desk">
              Print
            </ButtonLink>
            <ButtonLink to={href("/admin/coupon-sets/:id/codes.csv", { id })} look="outline" size="desk" reloadDocument>
              Download CSV
            </ButtonLink>
          </>
        )}
      </PageHeader>
      <p className="mb-4 text-ink-2">
        Promotion:{" "}
        <a
          href={href("/admin/promotions/edit/:id", { id: String(set.promotionId) })}
          className="font-semibold text-primary underline underline-offset-2"
        >
          {set.promotion}
        </a>
      </p>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.code, to: `?q=${encodeURIComponent(row.code)}` })}
        acts={CODE_ACTS}
        nouns="codes"
        searchHint="A part of a code"
        empty={<EmptyState>No codes yet: add one, make many, or import your own.</EmptyState>}
        message={actionData?.form === "list" ? actionData.errors["list"] : undefined}
      />
      <CodeForms answer={actionData} codes={set.codes} progressPath={href("/admin/coupon-sets/:id/progress", { id })} />
      <SetFields set={set} promotions={promotions} answer={actionData} />
      <PromotionReport
        report={report}
        path={href("/admin/coupon-sets/:id", { id })}
        csv={`${href("/admin/promotions/report.csv")}?${reportSearch({ set: set.id }, report)}`}
      />
    </>
  );
}
