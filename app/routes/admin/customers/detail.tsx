import { FORBIDDEN_BY_ROLE } from "#app/staff/domain/permissions.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { href, redirect } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { RecordArea, RecordSelect, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { Status } from "#app/kit/status.tsx";
import { findCustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import { listContactKeys, listCustomerOrders, listFavourites } from "#app/orders/data/customers/customer-page.server.ts";
import { customerRecords } from "#app/orders/data/customers/customer-records.server.ts";
import { listAddressesOfCustomers } from "#app/orders/data/customers/order-addresses.server.ts";
import { findCurrentCustomer } from "#app/orders/data/customers/person.server.ts";
import { mergedCustomer, type CustomerRecord } from "#app/orders/domain/customers/customer-merge.ts";
import { customerForm, customerMergeForm, customerPageQuery } from "#app/orders/domain/customers/customer.schema.ts";
import { mayActOnCustomer } from "#app/orders/domain/customers/customer-permissions.ts";
import { CustomerFacts } from "#app/orders/ui/staff/customers/customer-facts.tsx";
import { MergeChoice, MergeConfirmation, type MergePreview, type MergeSide } from "#app/orders/ui/staff/customers/customer-merge.tsx";
import { CustomerOrders } from "#app/orders/ui/staff/customers/customer-orders.tsx";
import { PersonalDataLinks } from "#app/orders/ui/staff/customers/personal-data-links.tsx";
import { mergeCustomers } from "#app/orders/workflows/customers/merge-customers.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/detail";

const FORM: RecordFormDefinition<CustomerRecord> = {
  store: customerRecords,
  schema: customerForm,
  noun: "customer",
  pathOf: (id) => href("/admin/customers/:id", { id: String(id) }),
};
const BLANK: CustomerRecord = {
  name: "",
  notes: "",
  allergies: "",
  tags: [],
  isBlocked: false,
  blockedReason: "",
  marketingConsent: "none",
  consentSource: "",
  consentAt: null,
  contacts: [],
};

export async function loader(args: Route.LoaderArgs) {
  const { request } = args;
  const { db, now } = args.context.get(servicesContext);
  await followMerge(args);
  const { form, value, id, history } = await loadRecordForm(args, FORM, BLANK);
  const row = id === null ? undefined : await findCustomerRow(db, id);
  if (id === null || row === undefined) throw notFound(request);
  const user = requireStaff(args.context);
  const mayMerge = mayActOnCustomer("merge", user);
  const mayErase = mayActOnCustomer("erase", user);
  const query = readPageQuery(request, customerPageQuery);
  const [list, favourites, contacts, addresses, merge] = await Promise.all([
    listCustomerOrders(db, id, query),
    listFavourites(db, id),
    listContactKeys(db, id),
    addressesOf(db, id),
    mayMerge && query.merge !== ""
      ? previewMerge(db, { ...row, ...value, addresses: await addressesOf(db, id) }, Number(query.merge))
      : null,
  ]);
  const orders = withinPages(args, query, list);
  return { form, value, history, row, contacts, addresses, favourites, orders, query, now: now(), mayMerge, mayErase, merge };
}

/** Links to a merged customer redirect to the remaining one. */
async function followMerge({ params, request, context }: Route.LoaderArgs): Promise<void> {
  const id = readId(request, params.id);
  const current = await findCurrentCustomer(context.get(servicesContext).db, id);
  if (current !== null && current !== id) throw redirect(FORM.pathOf(current));
}

async function addressesOf(db: Db, id: number) {
  return (await listAddressesOfCustomers(db, [id])).get(id) ?? [];
}

/** Null if no such other customer exists. */
async function previewMerge(
  db: Db,
  here: MergeSide & CustomerRecord & { readonly id: number },
  otherId: number,
): Promise<MergePreview | null> {
  const [row, found, addresses] = await Promise.all([
    findCustomerRow(db, otherId),
    customerRecords.find(db, [otherId]),
    addressesOf(db, otherId),
  ]);
  const value = found.get(otherId)?.value;
  if (otherId === here.id || row === undefined || value === undefined) return null;
  const merged = mergedCustomer(here, value);
  return { otherId, here, other: { ...row, ...value, addresses }, problem: merged.ok ? null : merged.error };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.clone().formData();
  return form.get("intent") === "merge" ? merge(args, form) : saveRecordForm(args, FORM);
}

async function merge({ params, request, context }: Route.ActionArgs, form: FormData) {
  const services = context.get(servicesContext);
  const user = requireStaff(context);
  const id = readId(request, params.id);
  const sent = customerMergeForm.safeParse(Object.fromEntries(form));
  if (!sent.success) throw redirect(FORM.pathOf(id));
  const { other, stays } = sent.data;
  const pair = stays === "this" ? { stays: id, goes: other } : { stays: other, goes: id };
  const answer = await mergeCustomers(services.db, user, pair);
  if (answer.kind === "forbidden") throw Response.json({ message: FORBIDDEN_BY_ROLE }, { status: 403 });
  if (answer.kind === "refused") return redirectSaying(services, FORM.pathOf(id), { text: answer.problem });
  return redirectSaying(services, FORM.pathOf(pair.stays), { text: `Merged into “${answer.name}”.`, undo: answer.entry });
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const clock = useShopClock();
  const { form, value, history, row, contacts, addresses, favourites, orders, query, now, mayMerge, mayErase, merge } = loaderData;
  return (
    <>
      <PageHeader
        title={value.name}
        trail={[{ to: href("/admin/customers"), label: "Customers" }]}
        status={value.isBlocked ? <Status tone="bad">Blocked</Status> : null}
      />
      {merge === null ? null : <MergeConfirmation preview={merge} back={href("/admin/customers/:id", { id: String(row.id) })} />}
      <RecordForm
        form={form}
        answer={actionData}
        side={
          <RecordSection title="Orders and contacts">
            <CustomerFacts customer={row} contacts={contacts} addresses={addresses} favourites={favourites} />
          </RecordSection>
        }
      >
        <RecordSection title="About the customer">
          <RecordText name="name" label="Name" />
          <RecordText name="allergies" label="Allergies" hint="Marked red on every order of this customer." />
          <RecordArea name="notes" label="Notes" hint="Shown to staff on every order of this customer, never to the customer." />
          <RecordText name="tags" label="Tags" hint="Separated by commas, such as regular, staff meal." />
        </RecordSection>
        <RecordSection title="Marketing emails">
          <RecordSelect
            name="marketingConsent"
            label="Consent"
            options={{ none: "Not asked", given: "Agreed", withdrawn: "Declined or withdrawn" }}
          />
          <RecordText name="consentSource" label="Source" hint="Where the answer comes from, such as asked at the counter or by email." />
          {row.consentAt === null ? null : (
            <p className="text-ink-2">Written down {formatInstant(row.consentAt, clock, now)}. A new answer or source gets a new date.</p>
          )}
        </RecordSection>
        <RecordSection title="Blocking">
          <RecordSwitch name="isBlocked" label="Blocked" hint="Orders with an email or phone number of this customer are refused." />
          <RecordText name="blockedReason" label="Reason" hint="For staff only." />
        </RecordSection>
      </RecordForm>
      <CustomerOrders orders={orders} query={query} now={now} />
      {mayMerge ? <MergeChoice key={row.id} /> : null}
      <PersonalDataLinks id={row.id} mayErase={mayErase} />
      <RecordHistory history={history} />
    </>
  );
}
