import { href } from "react-router";
import { servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { ChoicesControl } from "#app/kit/forms/choices-control.tsx";
import { RecordControl, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordHeader } from "#app/kit/record/record-header.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { listHolders, roleRecords, type RoleRecord } from "#app/staff/data/role-records.server.ts";
import type { AccountActor } from "#app/staff/domain/account-changes.ts";
import { findPermissions, PERMISSIONS } from "#app/staff/domain/permission-list.ts";
import { roleForm } from "#app/staff/domain/role.schema.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import type { Route } from "./+types/form";

const formOf = (actor?: AccountActor): RecordFormDefinition<RoleRecord> => ({
  store: roleRecords(actor),
  schema: roleForm,
  noun: "role",
  pathOf: (id) => href("/admin/roles/edit/:id", { id: String(id) }),
});
const BLANK: RoleRecord = { name: "", permissions: [] };

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, formOf(), BLANK);
  const [isFresh, holders] = await Promise.all([isConfirmed(services, args.request), id === null ? [] : listHolders(services.db, id)]);
  return { id, name: value.name, form, history, isFresh, holders };
}

export async function action(args: Route.ActionArgs) {
  const isFresh = await isConfirmed(args.context.get(servicesContext), args.request);
  return saveRecordForm(args, formOf({ ...requireStaff(args.context), isConfirmed: isFresh }));
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

const CHOICES = PERMISSIONS.map(({ id, group, label, opens }) => ({ value: id, group, label, text: opens }));

/** "Orders, Refunds": a choice in the list of changes. */
const choiceWords = (text: string) =>
  findPermissions(text.split(","))
    .map(({ label }) => label)
    .join(", ");

export default function RoleForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, form, history, isFresh, holders } = loaderData;
  return (
    <>
      <RecordHeader id={id} name={name} noun="role" section={{ to: href("/admin/roles"), label: "Roles" }} />
      {isFresh ? null : (
        <div className="mb-6">
          <ConfirmPanel />
        </div>
      )}
      <RecordForm form={form} answer={actionData}>
        <RecordSection title="Role">
          <RecordText name="name" label="Name" hint="Such as Weekend shift or Social media." />
          {holders.length === 0 ? null : (
            <p className="wrap-anywhere">Accounts with this role: {holders.join(", ")}. What you change applies to them at once.</p>
          )}
        </RecordSection>
        <RecordSection title="Permissions">
          <RecordControl
            isGroup
            name="permissions"
            label="May open and do"
            hint="Settings, staff, programs, printers and the history stay with administrators."
            show={choiceWords}
          >
            {({ required: _required, maxLength: _maxLength, ...control }) => <ChoicesControl {...control} choices={CHOICES} />}
          </RecordControl>
        </RecordSection>
      </RecordForm>
      <RecordHistory history={history} />
    </>
  );
}
