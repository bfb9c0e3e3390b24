import { href } from "react-router";
import { servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { RecordSelect, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordHeader } from "#app/kit/record/record-header.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { printerRecords, type PrinterRecord } from "#app/orders/data/counter/printers.server.ts";
import { KITCHEN } from "#app/orders/domain/counter/kitchen-stations.ts";
import { printerForm } from "#app/orders/domain/counter/printer.schema.ts";
import type { AccountActor } from "#app/staff/domain/account-changes.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { stationOptions } from "#app/store/domain/station-options.ts";
import type { Route } from "./+types/form";

const formOf = (actor?: Pick<AccountActor, "isConfirmed">): RecordFormDefinition<PrinterRecord> => ({
  store: printerRecords(actor),
  schema: printerForm,
  noun: "printer",
  pathOf: (id) => href("/admin/printers/edit/:id", { id: String(id) }),
});
const BLANK: PrinterRecord = { name: "", host: "", port: 9100, station: null, columns: 48, isOn: true };

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, formOf(), BLANK);
  const [isFresh, settings] = await Promise.all([isConfirmed(services, args.request), readSettings(services.db)]);
  const [none, ...stations] = stationOptions(settings, value.station, "whole orders");
  const kitchenChoice = stations.length === 0 ? [] : [{ value: KITCHEN, label: `${KITCHEN}: what has no station` }];
  const prints = [{ value: none?.value ?? "", label: "Whole orders" }, ...stations, ...kitchenChoice];
  return { id, name: value.name, form, history, isFresh, stations: prints };
}

export async function action(args: Route.ActionArgs) {
  return saveRecordForm(args, formOf({ isConfirmed: await isConfirmed(args.context.get(servicesContext), args.request) }));
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function PrinterForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, form, history, isFresh, stations } = loaderData;
  return (
    <>
      <RecordHeader id={id} name={name} noun="printer" section={{ to: href("/admin/printers"), label: "Printers" }} />
      {isFresh ? null : (
        <div className="mb-6">
          <ConfirmPanel />
        </div>
      )}
      <RecordForm form={form} answer={actionData}>
        <RecordSection title="Printer">
          <RecordText name="name" label="Name" hint="Such as Kitchen or Bar." />
          <div className="grid gap-4 sm:grid-cols-2">
            <RecordText name="host" label="IP address" hint="Such as 192.168.1.50: the printer prints it with its self-test." />
            <RecordText name="port" label="Port" inputMode="numeric" hint="9100 with nearly every printer." />
            <RecordSelect name="station" label="Prints" options={stations} />
            <RecordSelect
              name="columns"
              label="Paper"
              options={[
                { value: "48", label: "80 mm, 48 characters" },
                { value: "42", label: "80 mm, 42 characters" },
              ]}
            />
          </div>
          <RecordSwitch name="isOn" label="On" hint="Off: no tickets are sent to it." />
        </RecordSection>
      </RecordForm>
      <RecordHistory history={history} />
    </>
  );
}
