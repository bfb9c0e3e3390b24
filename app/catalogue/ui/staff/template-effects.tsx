import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { priceEffects, type TemplateOption, type TemplateUse } from "#app/catalogue/domain/customization/customization-template.ts";
import { previewGroup, readOptionRows } from "#app/catalogue/domain/customization/option-rows.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { CustomerPreview } from "./customer-preview.tsx";
import { counted } from "#texts/plural.ts";

/** The effect of the typed prices once they are saved; hidden while no price differs. */
export function PriceEffects({
  stored,
  uses,
}: {
  readonly stored: readonly Pick<TemplateOption, "id" | "price">[];
  readonly uses: readonly Pick<TemplateUse, "overrides" | "copy">[];
}) {
  const format = useMoneyFormat();
  const rows = readOptionRows(useRecordField("options").text);
  const typed = rows.flatMap(({ id, name, price }) => {
    const cents = parseMoney(price === "" ? "0" : price, format);
    return cents.ok && id !== "" ? [{ id: Number(id), name, price: cents.value }] : [];
  });
  const effects = priceEffects(stored, typed, uses);
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {effects.map(({ name, before, after, products }) => (
        <ProblemNote key={name} blocks={false}>
          {name} {signed(before, format)} → {signed(after, format)} changes {counted(products, "product", "products", format)}.
        </ProblemNote>
      ))}
    </div>
  );
}

/** "+$0.50", "−$0.50" */
function signed(price: Cents, format: MoneyFormat): string {
  return `${price < 0 ? "−" : "+"}${formatMoney(Math.abs(price), format)}`;
}

/** A preview of the customer's form with the current fields. */
export function TemplatePreview() {
  const format = useMoneyFormat();
  const texts = {
    title: useRecordField("title").text,
    help: useRecordField("help").text,
    kind: useRecordField("kind").text,
    minSelect: useRecordField("minSelect").text,
    maxSelect: useRecordField("maxSelect").text,
    maxPerOption: useRecordField("maxPerOption").text,
    freeCount: useRecordField("freeCount").text,
    maxLength: useRecordField("maxLength").text,
    options: useRecordField("options").text,
  };
  const group = previewGroup(texts, format);
  if (group.kind !== "text" && group.options.length === 0) return <p className="text-ink-2">It appears as you add options.</p>;
  return <CustomerPreview key={group.kind} groups={[group]} />;
}
