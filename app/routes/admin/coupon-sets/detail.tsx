import { data, Form, href, useNavigation } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { chosenIds, selectedIds, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { FieldScope, TextField } from "#app/kit/forms/field.tsx";
import type { ListColumn, ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { listCodes, listCouponSets, type CodeTerms } from "#app/promotions/data/coupon-sets.server.ts";
import { readPromotionReport } from "#app/promotions/data/promotion-records.server.ts";
import { couponCodeList, generateForm, importForm } from "#app/promotions/domain/coupon-set.schema.ts";
import { UsesReport } from "#app/promotions/ui/staff/uses-report.tsx";
import { changeCodes, importCodes, makeCodes } from "#app/promotions/workflows/make-codes.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addDays, addMinutes, formatInstant, instantOf, MINUTES_PER_DAY } from "#app/values/time.ts";
import { urlId } from "#app/values/url.schema.ts";
import type { Route } from "./+types/detail";

const REPORT_DAYS = 30;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const set = await findSet(params.id, request, db);
  const query = readPageQuery(request, couponCodeList);
  const [codes, settings, report] = await Promise.all([
    listCodes(db, set.id, query),
    readSettings(db),
    readPromotionReport(db, { couponSetId: set.id }, addMinutes(now(), -REPORT_DAYS * MINUTES_PER_DAY)),
  ]);
  const rows = codes.rows.map(({ expiresAt, ...row }) => ({
    ...row,
    expires: expiresAt === null ? "" : formatInstant(expiresAt, settings.STORE_TIMEZONE),
    isExpired: expiresAt !== null && expiresAt <= now(),
  }));
  return { set, query, rows, total: codes.total, report };
}

async function findSet(text: string, request: Request, db: Parameters<typeof listCouponSets>[0]) {
  const id = readParam(text, urlId, () => notFound(request));
  const set = (await listCouponSets(db)).find((row) => row.id === id);
  // oxlint-disable-next-line only-throw-error -- answers are thrown, in the form the router takes
  if (set === undefined) throw notFound(request);
  return set;
}

/** Makes, imports, revokes and restores codes, by the `intent` of the form. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const user = requireStaff(context);
  const set = await findSet(params.id, request, db);
  const form = await request.formData();
  const sent = Object.fromEntries(form);
  const say = (text: string) => redirectSaying(services, withoutSelection(url), { text });
  const zone = (await readSettings(db)).STORE_TIMEZONE;
  switch (sent["intent"]) {
    case "generate": {
      const parsed = generateForm.safeParse(sent);
      if (!parsed.success) return refuse("generate", parsed.error.issues);
      const { count, prefix, length } = parsed.data;
      const made = await makeCodes(db, user, set, count, { prefix: prefix ?? "", length }, termsOf(parsed.data, zone));
      return made.ok
        ? say(`${count.toLocaleString("en")} codes made.`)
        : data({ form: "generate", errors: { count: made.error } }, { status: 422 });
    }
    case "import": {
      const parsed = importForm.safeParse(sent);
      if (!parsed.success) return refuse("import", parsed.error.issues);
      const imported = await importCodes(db, user, set, parsed.data.codes, termsOf(parsed.data, zone));
      if (!imported.ok) return data({ form: "import", errors: { codes: imported.error } }, { status: 422 });
      const { added, known } = imported.value;
      return say(
        `${added.toLocaleString("en")} codes imported.${known === 0 ? "" : ` ${known.toLocaleString("en")} exist already and were left out.`}`,
      );
    }
    case "revoke":
    case "restore": {
      const chosen = selectedIds(form) === "all" ? "all" : await chosenIds(form, () => Promise.resolve([]));
      if (chosen !== "all" && chosen.length === 0) return data({ form: "list", errors: { list: "Choose codes first." } }, { status: 422 });
      const status = sent["intent"] === "revoke" ? "revoked" : "active";
      const changed = await changeCodes(db, user, set, chosen, readPageQuery(request, couponCodeList), status);
      return say(
        changed === 0
          ? "Nothing was changed."
          : `${changed.toLocaleString("en")} ${changed === 1 ? "code" : "codes"} ${status === "revoked" ? "revoked" : "valid again"}.`,
      );
    }
    default:
      return data({ form: "list", errors: { list: "Choose what to do." } }, { status: 422 });
  }
}

function refuse(form: string, issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
  const errors: Record<string, string> = Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message]));
  return data({ form, errors }, { status: 422 });
}

/** Valid to the end of its last day on the shop's clock. */
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

const FILTERS: readonly ListFilter[] = [
  {
    name: "status",
    label: "Codes",
    options: [
      { value: "active", label: "Valid" },
      { value: "revoked", label: "Revoked" },
      { value: "used", label: "Used" },
    ],
  },
];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Code", cell: (row) => <span className="figures">{row.code}</span>, sort: "code" },
  { title: "Uses", cell: (row) => (row.maxUses === null ? row.uses : `${row.uses} of ${row.maxUses}`), sort: "uses", isFigure: true },
  { title: "Valid until", cell: (row) => (row.expires === "" ? "No end" : row.expires), isMinor: true },
  { title: "State", cell: stateOf, card: "side" },
];

function stateOf(row: Row) {
  if (row.status === "revoked") return <Status tone="bad">Revoked</Status>;
  if (row.isExpired) return <Status tone="off">Expired</Status>;
  return row.maxUses !== null && row.uses >= row.maxUses ? <Status tone="off">Used up</Status> : <Status tone="on">Valid</Status>;
}

export default function CouponSet({ loaderData, actionData }: Route.ComponentProps) {
  const { set, query, rows, total, report } = loaderData;
  const errorsOf = (form: string): Readonly<Record<string, string>> => (actionData?.form === form ? actionData.errors : {});
  const navigation = useNavigation();
  const isMaking = navigation.formData?.get("intent") === "generate";
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
        Its codes unlock{" "}
        <a
          href={href("/admin/promotions/edit/:id", { id: String(set.promotionId) })}
          className="font-semibold text-primary underline underline-offset-2"
        >
          {set.promotion}
        </a>
        .
      </p>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.code, to: `?q=${encodeURIComponent(row.code)}` })}
        acts={[
          { intent: "revoke", label: "Revoke", isDanger: true },
          { intent: "restore", label: "Make valid again" },
        ]}
        nouns="codes"
        searchHint="A part of a code"
        empty={<EmptyState>No codes yet: make some, or import your own.</EmptyState>}
        message={errorsOf("list")["list"]}
      />
      <div className="mt-8 grid gap-2">
        <Fold title="Make codes" look="title" open={set.codes === 0 || actionData?.form === "generate"}>
          <Form method="post" className="grid max-w-2xl gap-4 py-2 sm:grid-cols-2">
            <input type="hidden" name="intent" value="generate" />
            <TextField
              name="count"
              label="How many"
              inputMode="numeric"
              defaultValue="100"
              hint="Up to 100,000 at once."
              error={errorsOf("generate")["count"]}
            />
            <TextField
              name="prefix"
              label="Beginning"
              hint="Such as SUMMER; may be empty."
              defaultValue=""
              error={errorsOf("generate")["prefix"]}
            />
            <TextField
              name="length"
              label="Characters after it"
              inputMode="numeric"
              defaultValue="8"
              hint="No look-alikes; the last one finds slips of the finger."
              error={errorsOf("generate")["length"]}
            />
            <Terms errors={errorsOf("generate")} />
            <p className="sm:col-span-2">
              <Button type="submit" size="desk" aria-disabled={isMaking}>
                {isMaking ? "Making codes…" : "Make codes"}
              </Button>
              {isMaking ? <progress aria-label="Making codes" className="ml-3 align-middle accent-primary" /> : null}
            </p>
          </Form>
        </Fold>
        <Fold title="Import codes" look="title" open={actionData?.form === "import"}>
          <Form method="post" className="grid max-w-2xl gap-4 py-2 sm:grid-cols-2">
            <input type="hidden" name="intent" value="import" />
            <label className="grid gap-1 sm:col-span-2">
              <span className="text-sm font-semibold">Codes</span>
              <textarea name="codes" rows={6} className="control figures w-full py-2" aria-describedby="import-hint" />
              <span id="import-hint" className="text-sm text-ink-2">
                One a line, or the first column of a CSV file.
              </span>
              {errorsOf("import")["codes"] === undefined ? null : (
                <span role="alert" className="text-sm font-semibold text-beet">
                  {errorsOf("import")["codes"]}
                </span>
              )}
            </label>
            <FieldScope value="import-">
              <Terms errors={errorsOf("import")} />
            </FieldScope>
            <Button type="submit" size="desk" className="justify-self-start">
              Import codes
            </Button>
          </Form>
        </Fold>
      </div>
      <UsesReport title={`The last ${REPORT_DAYS} days`} report={report} />
    </>
  );
}

/** What each new code allows. */
function Terms({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <TextField
        name="maxUses"
        label="Uses of each code"
        inputMode="numeric"
        defaultValue="1"
        hint="Empty = no limit."
        error={errors["maxUses"]}
      />
      <TextField
        name="perCustomerUses"
        label="Uses per customer"
        inputMode="numeric"
        defaultValue=""
        hint="Empty = no limit."
        error={errors["perCustomerUses"]}
      />
      <TextField name="expiresOn" label="Last day" type="date" defaultValue="" hint="Empty = no end." error={errors["expiresOn"]} />
    </>
  );
}
