import type { ComponentProps } from "react";
import { Form, href } from "react-router";
import { loadQuestions } from "#app/catalogue/data/customizations/attached-customizations.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { BIN_DAYS, BLANK_PRODUCT, freeQuestion, SOLD_OUT_UNTIL_UNDONE, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { listMovements } from "#app/catalogue/data/movements/stock-movements.server.ts";
import { productPage } from "#app/catalogue/domain/product-list.schema.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { MovementList } from "./movement-list.tsx";
import { productForm } from "#app/catalogue/domain/product.schema.ts";
import { AttachedFields } from "#app/catalogue/ui/staff/attached-fields.tsx";
import { PictureFields } from "#app/catalogue/ui/staff/picture-fields.tsx";
import { VariantFields } from "#app/catalogue/ui/staff/variant-fields.tsx";
import { SearchFields } from "#app/catalogue/ui/staff/search-preview.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { findHits } from "#app/http/staff/find-hits.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { RecordPicker } from "#app/kit/pickers/record-picker.tsx";
import { RecordHtml, RecordMoney, RecordSelect, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordWords } from "#app/kit/record/record-words.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { formatPercentage } from "#app/values/money.ts";
import { taxRateOptions } from "#app/store/domain/tax-rates.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { optionMarks } from "#app/store/domain/hours/option-marks.ts";
import { stationOptions } from "#app/store/domain/station-options.ts";
import { OrderHoursField } from "#app/store/ui/staff/hours/order-hours-field.tsx";
import { MAX_COMPANIONS, MAX_PRODUCT_CATEGORIES, MAX_PRODUCT_PICTURES } from "#app/values/limits.ts";
import { addDays, localDateOf, parseInstant } from "#app/values/time.ts";
import type { Route } from "./+types/form";
import { loadHoursNotes } from "#app/catalogue/data/order-hours.server.ts";
import { offeredDaysText, type OfferedDays } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { PRICE_PER } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { orderHoursHint, staffHoursText } from "#app/catalogue/domain/staff-hours-text.ts";

const FORM: RecordFormDefinition<ProductRecord> = {
  store: productRecords,
  schema: productForm,
  noun: "product",
  pathOf: (id) => href("/admin/product/edit/:id", { id: String(id) }),
  question: freeQuestion,
  addPath: href("/admin/product/add"),
};

export async function loader(args: Route.LoaderArgs) {
  const { db, env, now } = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, FORM, BLANK_PRODUCT);
  const [settings, categories, companions, pictures, questions] = await Promise.all([
    readSettings(db),
    findHits(db, "category", { ids: value.categories }, MAX_PRODUCT_CATEGORIES),
    findHits(db, "product", { ids: value.goesWith ?? [] }, MAX_COMPANIONS),
    findHits(db, "media", { ids: value.pictures }, MAX_PRODUCT_PICTURES),
    loadQuestions(db, value, now()),
  ]);
  return {
    id,
    name: value.name,
    isHidden: value.isHidden,
    binnedUntil: binnedUntil(value, settings.STORE_TIMEZONE),
    form: id === null ? { ...form, values: { ...form.values, priceCents: "" } } : form,
    history,
    categories,
    companions,
    pictures,
    questions,
    ...optionMarks(
      (value.copies ?? []).flatMap(({ body }) => body.options.flatMap((option) => option.soldOutUntil ?? [])),
      settings,
      now(),
    ),
    stations: stationOptions(settings, value.station, "that of its category"),
    taxes: taxOptions(value.taxClass, settings),
    soldOut: soldOutOptions(value.soldOut, settings, now()),
    canScheduleOrders: settings.ALLOW_SCHEDULING,
    leadHint: leadHint({ allowScheduling: settings.ALLOW_SCHEDULING, scheduleDaysAhead: settings.SCHEDULE_DAYS_AHEAD }),
    movements: id === null ? null : await shownMovements(args, id, settings),
    hours: id === null ? null : ((await loadHoursNotes(db, [id], now())).get(id) ?? null),
    siteName: settings.APP_NAME,
    address: `${env.publicUrl}/products/${id ?? "…"}`,
  };
}

async function shownMovements({ request, context }: Route.LoaderArgs, id: number, settings: Settings) {
  const { db, now } = context.get(servicesContext);
  const { movements: page } = readPageQuery(request, productPage);
  const { movements, hasMore } = await listMovements(db, id, page);
  const shown = movements.map((movement) => ({
    ...movement,
    at: movement.at.toISOString(),
    when: formatInstant(movement.at, shopClock(settings), now()),
  }));
  return { movements: shown, page, hasMore };
}

/**
 * The effect of the lead time, and how far ahead the shop takes orders. If the shop takes no orders for later, a product with a lead time
 * cannot be ordered.
 */
function leadHint(days: OfferedDays): string {
  const reach = days.allowScheduling
    ? `Site settings: ${offeredDaysText(days)}.`
    : "With a lead time it cannot be ordered until “Scheduled orders” is on in Site settings, Ordering.";
  return `48 = order at least 48 hours ahead. Empty = none. ${reach}`;
}

/** The last day in the bin, or null. */
function binnedUntil({ deletedAt }: ProductRecord, zone: string): string | null {
  const at = typeof deletedAt === "string" ? parseInstant(deletedAt) : null;
  return at === null ? null : addDays(localDateOf(at, zone), BIN_DAYS);
}

function taxOptions(current: string, settings: Settings) {
  const options = taxRateOptions(settings);
  if (options.some((option) => option.value === current)) return options;
  const standard = formatPercentage(Math.round(settings.TAX_RATE * 10_000), moneyFormat(settings));
  return [...options, { value: current, label: `${current}: not in the settings any more, ${standard}` }];
}

function soldOutOptions(current: string, settings: Settings, now: Date) {
  const hours = storeHours(settings);
  const opening = nextOpening(hours, now);
  const until = parseInstant(current);
  return [
    { value: "", label: "On sale" },
    { value: SOLD_OUT_UNTIL_UNDONE, label: "Sold out until put back on sale" },
    { value: opening.toISOString(), label: `Sold out until the next opening, ${formatReopening(opening, now, hours)}` },
    ...(until === null || until.getTime() === opening.getTime()
      ? []
      : [{ value: current, label: until <= now ? "Was sold out, on sale again" : `Sold out until ${formatReopening(until, now, hours)}` }]),
  ];
}

export function action(args: Route.ActionArgs) {
  return saveRecordForm(args, FORM);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

const LIST = href("/admin/product");

export default function ProductForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isHidden, binnedUntil: until, form, history, taxes, soldOut, siteName, address, canScheduleOrders, hours } = loaderData;
  const trail = [{ to: LIST, label: "Products" }];
  if (id !== null && until !== null)
    return (
      <>
        <PageHeader title={name} trail={trail} />
        <div className="grid max-w-xl justify-items-start gap-4">
          <ProblemNote blocks={false}>It is in the bin until {until}. Nobody sees it in the shop; orders keep what was bought.</ProblemNote>
          <Form method="post" action={href("/admin/product/delete/:id", { id: String(id) })} className="flex flex-wrap gap-2">
            <Button type="submit" name="intent" value="restore" size="desk">
              Bring {name} back
            </Button>
            <ButtonLink to={href("/admin/product/delete/:id", { id: String(id) })} look="danger-outline" size="desk">
              Delete for good
            </ButtonLink>
          </Form>
        </div>
        <RecordHistory history={history} />
      </>
    );
  return (
    <>
      <PageHeader
        title={id === null ? "Add product" : name}
        trail={trail}
        more={id === null ? undefined : <ProductActs id={id} isHidden={isHidden} />}
      />
      <RecordForm
        key={id}
        form={form}
        answer={actionData}
        canAddAnother
        side={
          <>
            <RecordSection title="In the shop">
              <RecordSelect name="isHidden" label="Visibility" options={{ shown: "Shown", hidden: "Hidden" }} />
              <RecordSelect name="soldOut" label="On sale" options={soldOut} />
              <RecordText name="stock" label="In stock" inputMode="numeric" hint="Decreases with each order. Empty = not tracked." />
              <RecordText
                name="lowStock"
                label="Low stock at"
                inputMode="numeric"
                hint="Low at this number or fewer, also for each option without its own level. Empty = never."
              />
              <RecordSwitch name="isPopular" label="Popular" hint="Shown first on the home page." />
            </RecordSection>
            <RecordSection title="Organization">
              <CategoriesField chosen={loaderData.categories} />
              <RecordWords name="tags" label="Tags" kind="tag" />
            </RecordSection>
            <RecordSection title="Goes well with">
              <RecordPicker name="goesWith" label="Suggest in the cart" kind="product" chosen={loaderData.companions} isMany />
            </RecordSection>
            <RecordSection title="When it can be ordered">
              <OrderHoursField hint={`${orderHoursHint("it", canScheduleOrders)} Those of its categories count, too.`} />
              {hours === null ? null : <p className="text-sm text-ink-2">{staffHoursText(hours)}.</p>}
            </RecordSection>
            <WeightFields />
            <RecordSection title="Rules for orders">
              <RecordText name="leadHours" label="Lead time in hours" inputMode="numeric" hint={loaderData.leadHint} />
              <RecordText name="maxPerOrder" label="Most per order" inputMode="numeric" hint="Empty = no limit." />
              <RecordSelect
                name="isPickupOnly"
                label="Pickup or delivery"
                options={{ any: "Pickup and delivery", pickup: "Pickup only" }}
              />
            </RecordSection>
          </>
        }
      >
        <RecordSection title="Product">
          <RecordText name="name" label="Name" />
          <RecordText name="summary" label="Summary" hint="One line for lists and cards." />
          <RecordHtml name="descriptionHtml" label="Description" />
          <PictureFields chosen={loaderData.pictures} />
        </RecordSection>
        <RecordSection title="Price">
          <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[10rem_10rem_1fr] sm:gap-x-6">
            <RecordMoney name="priceCents" label="Price" />
            <RecordMoney name="compareAtCents" label="Compare-at price" hint="Shown crossed out next to the price. Optional." />
            <div className="col-span-2 sm:col-span-1">
              <RecordSelect name="taxClass" label="Tax" options={taxes} />
            </div>
          </div>
        </RecordSection>
        <RecordSection title="Choices">
          <AttachedFields
            questions={loaderData.questions}
            call={href("/admin/product/questions")}
            todayEnds={loaderData.todayEnds}
            markWords={loaderData.markWords}
          />
        </RecordSection>
        <RecordSection title="Stock by option" fold={{ fields: ["variants"], words: "Not counted" }}>
          <VariantFields questions={loaderData.questions} />
        </RecordSection>
        <RecordSection title="Kitchen and facts">
          <div className="grid gap-4 sm:grid-cols-2">
            <RecordText name="kitchenName" label="Name in the kitchen" hint="On tickets. Empty = the name." />
            {loaderData.stations.length === 1 ? null : <RecordSelect name="station" label="Station" options={loaderData.stations} />}
            <RecordText name="calories" label="Calories" inputMode="numeric" hint="Empty = not known." />
            <RecordText name="dietaryTags" label="Dietary tags" hint="Separated by commas: vegan, gluten-free." />
            <RecordText name="allergens" label="Allergens" hint="Separated by commas: milk, nuts." />
          </div>
        </RecordSection>
        <CodeFields />
        <RecordSection title="Search engines" fold={{ fields: ["seoTitle", "seoDescription"], words: "Name and summary" }}>
          <SearchFields siteName={siteName} address={address} />
        </RecordSection>
      </RecordForm>
      {loaderData.movements === null ? null : <MovementList {...loaderData.movements} />}
      <RecordHistory history={history} />
    </>
  );
}

function WeightFields() {
  return (
    <RecordSection title="Sold by weight" fold={{ fields: ["weightUnit", "weightStep", "weightMin"], words: "Sold by the piece" }}>
      <RecordSelect name="weightUnit" label="The price is per" options={PRICE_PER} />
      <RecordText
        name="weightStep"
        label="Step"
        inputMode="numeric"
        hint="In grams; per lb in hundredths of a pound, 25 = 0.25 lb. Empty = 100 g, 50 g or 0.25 lb."
      />
      <RecordText
        name="weightMin"
        label="Least weight"
        inputMode="numeric"
        hint="In grams or hundredths of a pound. Stock and most per order count steps."
      />
    </RecordSection>
  );
}

function CodeFields() {
  const fields = ["sku", "barcode", "vendor", "weightGrams", "costCents"];
  return (
    <RecordSection title="Codes, weight and cost" fold={{ fields, words: "None" }}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <RecordText name="sku" label="SKU" hint="Your own code. Each product has another one." />
        <RecordText name="barcode" label="Barcode" hint="Scan it, or type its digits." />
        <RecordText name="vendor" label="Vendor" hint="Who you buy it from." />
        <RecordText name="weightGrams" label="Weight in grams" inputMode="numeric" />
        <RecordMoney name="costCents" label="Cost" hint="What you pay for one. Customers never see it." />
      </div>
    </RecordSection>
  );
}

function ProductActs({ id, isHidden }: { readonly id: number; readonly isHidden: boolean }) {
  const params = { id: String(id) };
  return (
    <>
      {isHidden ? null : (
        <ButtonLink to={`/products/${id}`} look="outline" size="desk">
          View in shop
        </ButtonLink>
      )}
      <Form method="post" action={href("/admin/product/duplicate/:id", params)}>
        <Button type="submit" look="outline" size="desk">
          Duplicate
        </Button>
      </Form>
      <Form method="post" action={href("/admin/product/delete/:id", params)}>
        <Button type="submit" name="intent" value="bin" look="danger-outline" size="desk">
          Delete product
        </Button>
      </Form>
    </>
  );
}

function CategoriesField({ chosen }: Pick<ComponentProps<typeof RecordPicker>, "chosen">) {
  const hint = "In no category, it is found only by search.";
  return <RecordPicker name="categories" label="Categories" hint={hint} kind="category" chosen={chosen} isMany isUnordered />;
}
