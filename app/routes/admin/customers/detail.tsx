import { href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { RecordArea, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { Status } from "#app/kit/status.tsx";
import { findCustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import { listContactKeys, listCustomerOrders, listFavourites } from "#app/orders/data/customers/customer-page.server.ts";
import { customerRecords, type CustomerRecord } from "#app/orders/data/customers/customer-records.server.ts";
import { customerForm, customerPageQuery } from "#app/orders/domain/customer.schema.ts";
import { CustomerFacts } from "#app/orders/ui/staff/customers/customer-facts.tsx";
import { CustomerOrders } from "#app/orders/ui/staff/customers/customer-orders.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Route } from "./+types/detail";

const FORM: RecordFormDefinition<CustomerRecord> = {
  store: customerRecords,
  schema: customerForm,
  noun: "customer",
  pathOf: (id) => href("/admin/customers/:id", { id: String(id) }),
};
const BLANK: CustomerRecord = { name: "", notes: "", allergies: "", tags: [], isBlocked: false, blockedReason: "" };

export async function loader(args: Route.LoaderArgs) {
  const { request } = args;
  const { db, now } = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, FORM, BLANK);
  const row = id === null ? undefined : await findCustomerRow(db, id);
  if (id === null || row === undefined) throw notFound(request);
  const query = readPageQuery(request, customerPageQuery);
  const [list, favourites, contacts, { STORE_TIMEZONE: zone }] = await Promise.all([
    listCustomerOrders(db, id, query),
    listFavourites(db, id),
    listContactKeys(db, id),
    readSettings(db),
  ]);
  const orders = withinPages(args, query, list);
  return { form, value, history, row, contacts, favourites, orders, query, zone, now: now() };
}

export function action(args: Route.ActionArgs) {
  return saveRecordForm(args, FORM);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { form, value, history, row, contacts, favourites, orders, query, zone, now } = loaderData;
  return (
    <>
      <PageHeader
        title={value.name}
        trail={[{ to: href("/admin/customers"), label: "Customers" }]}
        status={value.isBlocked ? <Status tone="bad">Blocked</Status> : null}
      />
      <RecordForm
        form={form}
        answer={actionData}
        side={
          <RecordSection title="Orders and contacts">
            <CustomerFacts customer={row} contacts={contacts} favourites={favourites} zone={zone} />
          </RecordSection>
        }
      >
        <RecordSection title="About the customer">
          <RecordText name="name" label="Name" />
          <RecordText name="allergies" label="Allergies" hint="Marked red on every order of this customer." />
          <RecordArea name="notes" label="Notes" hint="Shown to staff on every order of this customer, never to the customer." />
          <RecordText name="tags" label="Tags" hint="Separated by commas, such as regular, staff meal." />
        </RecordSection>
        <RecordSection title="Blocking">
          <RecordSwitch name="isBlocked" label="Blocked" hint="Orders with an email or phone number of this customer are refused." />
          <RecordText name="blockedReason" label="Reason" hint="For staff only." />
        </RecordSection>
      </RecordForm>
      <CustomerOrders orders={orders} query={query} now={now} zone={zone} />
      <RecordHistory history={history} />
    </>
  );
}
