import type { MoneyFormat } from "#app/values/money.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { href, Link } from "react-router";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { findTemplateRow } from "#app/catalogue/data/customizations/template-lists.server.ts";
import { customizationTemplateForm } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import { ON_SALE, UNTIL_UNDONE, type TemplateRecord } from "#app/catalogue/domain/customization/customization-template.ts";
import { PriceEffects, TemplatePreview } from "#app/catalogue/ui/staff/template-effects.tsx";
import { TemplateFields } from "#app/catalogue/ui/staff/template-fields.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { findHits } from "#app/http/staff/find-hits.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordHeader } from "#app/kit/record/record-header.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { optionMarks } from "#app/store/domain/hours/option-marks.ts";
import type { Route } from "./+types/form";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

const FORM: RecordFormDefinition<TemplateRecord> = {
  store: customizationTemplateRecords,
  schema: customizationTemplateForm,
  noun: "template",
  pathOf: (id) => href("/admin/customization-templates/edit/:id", { id: String(id) }),
};
const BLANK: TemplateRecord = {
  name: "",
  title: "",
  help: "",
  kind: "single",
  minSelect: 1,
  maxSelect: null,
  maxPerOption: null,
  freeCount: 0,
  showWhenOptionIds: [],
  maxLength: null,
  kitchenLabel: "",
  priceOptionIds: [],
  options: [],
};
const MOST_PICKED = 100;

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, FORM, BLANK);
  const [row, showWhen, priceOptions, settings] = await Promise.all([
    id === null ? undefined : findTemplateRow(db, id),
    findHits(db, "option", { ids: value.showWhenOptionIds }, MOST_PICKED),
    findHits(db, "option", { ids: value.priceOptionIds }, MOST_PICKED),
    readSettings(db),
  ]);
  const marks = value.options.map((option) => option.soldOut).filter((mark) => mark !== ON_SALE && mark !== UNTIL_UNDONE);
  return {
    id,
    name: value.name,
    form,
    history,
    row,
    showWhen,
    priceOptions,
    ...optionMarks(marks, settings, now()),
    stored: value.options.map((option) => ({ id: option.id, price: option.price })),
    uses: (value.products ?? []).filter((use) => use.copy === null).map(({ overrides }) => ({ overrides, copy: null })),
  };
}

export function action(args: Route.ActionArgs) {
  return saveRecordForm(args, FORM);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function TemplateForm({ loaderData, actionData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { id, name, form, history, row, showWhen, priceOptions, todayEnds, markWords, stored, uses } = loaderData;
  return (
    <>
      <RecordHeader
        id={id}
        name={name}
        noun="template"
        section={{ to: href("/admin/customization-templates"), label: "Customization templates" }}
      >
        <ButtonLink to={href("/admin/customization-templates/apply/:id", { id: String(id) })} look="outline" size="desk">
          Apply to products
        </ButtonLink>
      </RecordHeader>
      <RecordForm
        form={form}
        answer={actionData}
        side={
          <>
            {row === undefined ? null : (
              <RecordSection title="Where it is used">
                <p>
                  {row.productCount === 0 ? (
                    "By no product yet."
                  ) : (
                    <Link
                      to={`${href("/admin/customization-templates/apply/:id", { id: String(row.id) })}?state=used`}
                      className="font-semibold text-primary underline underline-offset-2"
                    >
                      {usedBy(row.productCount, row.overrideCount, format)}
                    </Link>
                  )}
                  {row.copyCount === 0
                    ? null
                    : ` ${counted(row.copyCount, "product has", "products have", format)} a copy, which stays as it is.`}
                </p>
                <PriceEffects stored={stored} uses={uses} />
              </RecordSection>
            )}
            <RecordSection title="As customers see it">
              <TemplatePreview />
            </RecordSection>
            <RecordSection title="Kitchen">
              <RecordText name="kitchenLabel" label="Label on the ticket" hint="Shown before each choice, such as “Milk: oat”." />
            </RecordSection>
          </>
        }
      >
        <TemplateFields showWhen={showWhen} priceOptions={priceOptions} todayEnds={todayEnds} markWords={markWords} />
      </RecordForm>
      <RecordHistory history={history} />
    </>
  );
}

/** "Used by 15 products, 2 with overrides" */
function usedBy(products: number, overrides: number, format: MoneyFormat): string {
  const used = `Used by ${counted(products, "product", "products", format)}`;
  return overrides === 0 ? `${used}.` : `${used}, ${formatNumber(overrides, format)} with overrides.`;
}
