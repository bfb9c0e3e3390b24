import { href } from "react-router";
import { BLANK_CATEGORY, categoryRecords, listCategoryRows, type CategoryRecord } from "#app/catalogue/data/category-records.server.ts";
import { descendantIds } from "#app/catalogue/domain/category.ts";
import { categoryForm } from "#app/catalogue/domain/category.schema.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { findHits } from "#app/http/staff/find-hits.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { RecordPicker } from "#app/kit/pickers/record-picker.tsx";
import { RecordArea, RecordControl, RecordSelect, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordHeader } from "#app/kit/record/record-header.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { PicturePicker } from "#app/media/ui/staff/picture-picker.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { stationOptions } from "#app/store/domain/station-options.ts";
import { OrderHoursField } from "#app/store/ui/staff/hours/order-hours-field.tsx";
import { MAX_ORDERED_PRODUCTS } from "#app/values/limits.ts";
import type { Route } from "./+types/form";
import { orderHoursHint } from "#app/catalogue/domain/staff-hours-text.ts";

const FORM: RecordFormDefinition<CategoryRecord> = {
  store: categoryRecords,
  schema: categoryForm,
  noun: "category",
  pathOf: (id) => href("/admin/category/edit/:id", { id: String(id) }),
  addPath: href("/admin/category/add"),
};

export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, FORM, BLANK_CATEGORY);
  const productIds = value.products ?? [];
  const canOrder = productIds.length <= MAX_ORDERED_PRODUCTS;
  const [settings, rows, pictures, products] = await Promise.all([
    readSettings(db),
    listCategoryRows(db),
    findHits(db, "media", { ids: value.mediaId === null ? [] : [value.mediaId] }, 1),
    findHits(db, "product", { ids: canOrder ? productIds : [] }, MAX_ORDERED_PRODUCTS),
  ]);
  const below = id === null ? [] : descendantIds(rows, id);
  const parents = rows.filter((row) => !below.includes(row.id)).map((row) => ({ value: String(row.id), label: row.path }));
  return {
    id,
    name: value.name,
    form,
    history,
    parents,
    pictures,
    products,
    canOrder,
    canScheduleOrders: settings.ALLOW_SCHEDULING,
    stations: stationOptions(settings, value.station, "that of the category above"),
  };
}

export function action(args: Route.ActionArgs) {
  return saveRecordForm(args, FORM);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function CategoryForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, form, history, parents, pictures, products, canOrder, stations } = loaderData;
  return (
    <>
      <RecordHeader id={id} name={name} noun="category" section={{ to: href("/admin/category"), label: "Categories" }}>
        <ButtonLink to={`/${id}/products`} look="outline" size="desk">
          View in shop
        </ButtonLink>
      </RecordHeader>
      <RecordForm
        form={form}
        answer={actionData}
        canAddAnother
        side={
          <>
            <RecordSection title="In the shop">
              <RecordSelect name="isHidden" label="Visibility" options={{ shown: "Shown", hidden: "Hidden, with everything below it" }} />
              <RecordSelect name="parentId" label="Below" options={[{ value: "", label: "None (top level)" }, ...parents]} />
            </RecordSection>
            {stations.length === 1 ? null : (
              <RecordSection title="In the kitchen">
                <RecordSelect name="station" label="Station" options={stations} />
              </RecordSection>
            )}
            <RecordSection title="When it can be ordered">
              <OrderHoursField hint={orderHoursHint("its products", loaderData.canScheduleOrders)} />
            </RecordSection>
          </>
        }
      >
        <RecordSection title="Category">
          <RecordText name="name" label="Name" />
          <RecordArea name="description" label="Description" hint="A sentence or two below the name." />
          <PicturePicker name="mediaId" label="Picture" chosen={pictures} />
          <FallbackColour />
        </RecordSection>
        <RecordSection title="Products">
          {canOrder ? (
            <RecordPicker name="products" label="Order of products" kind="product" chosen={products} isMany />
          ) : (
            <p className="text-ink-2">More than {MAX_ORDERED_PRODUCTS} products: they follow the order of the whole menu.</p>
          )}
        </RecordSection>
      </RecordForm>
      <RecordHistory history={history} />
    </>
  );
}

/** For categories without a picture. */
function FallbackColour() {
  return (
    <RecordControl name="hue" label="Fallback colour">
      {({ onChange, required: _required, maxLength: _maxLength, ...control }) => (
        <span className="flex items-center gap-3">
          <input
            {...control}
            type="range"
            min={0}
            max={359}
            onChange={(event) => onChange(event.target.value)}
            className="h-10 grow accent-primary"
          />
          <span aria-hidden className="size-10 rounded" style={{ backgroundColor: `hsl(${control.value} 42% 86%)` }} />
        </span>
      )}
    </RecordControl>
  );
}
