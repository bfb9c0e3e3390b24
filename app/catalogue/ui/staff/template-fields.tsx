import { isNoAmount } from "#app/values/money/stored-amount.ts";
import type { ReactNode } from "react";
import { UNTIL_UNDONE } from "#app/catalogue/domain/customization/customization-template.ts";
import { readOptionRows } from "#app/catalogue/domain/customization/option-rows.ts";
import { CUSTOMIZATION_KINDS, type CustomizationKind } from "#app/catalogue/domain/customization/customization.ts";
import { SEARCH_CALL, type Hit } from "#app/kit/pickers/hit.ts";
import { RecordPicker } from "#app/kit/pickers/record-picker.tsx";
import { useHits } from "#app/kit/pickers/use-hits.ts";
import { RecordControl, RecordSelect, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordSection } from "#app/kit/record/record-form.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { OptionsControl } from "./options-control.tsx";

export const KIND_LABELS: Readonly<Record<CustomizationKind, string>> = {
  single: "Choose one",
  multiple: "Choose several",
  quantity: "Choose quantities",
  text: "Text entry",
};

const KIND_OPTIONS = CUSTOMIZATION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }));

interface TemplateFieldsProps {
  readonly showWhen: readonly Hit[];
  readonly priceOptions: readonly Hit[];
  readonly todayEnds: string;
  readonly markWords: Readonly<Record<string, string>>;
}

/** The fields of a template, without those that its kind does not use. */
export function TemplateFields({ showWhen, priceOptions, todayEnds, markWords }: TemplateFieldsProps) {
  const kind = (useRecordField("kind").text || "single") as CustomizationKind;
  const priceIds = useRecordField("priceOptionIds")
    .text.split(",")
    .filter((id) => id !== "");
  const hasFree = !["", "0"].includes(useRecordField("freeCount").text.trim());
  const isText = kind === "text";
  const priceNames = useOptionNames(priceIds, priceOptions);
  return (
    <>
      <RecordSection title="Question">
        <RecordText name="name" label="Name" hint="Internal name, shown only in these lists." />
        <RecordText name="title" label="Question" hint="What customers read above the options, such as “Size” or “Choose your milk”." />
        <RecordText name="help" label="Help" hint="A line below the question." />
        <RecordSelect name="kind" label="Selection type" options={KIND_OPTIONS} />
      </RecordSection>
      <RecordSection title="Options">
        {isText ? <p className="text-ink-2">Customers write; there are no options.</p> : null}
        <Away isAway={isText} name="options">
          <RecordControl name="options" isGroup label={isText ? "No options" : "Options"} show={optionsText}>
            {({ required: _required, maxLength: _maxLength, ...control }) => (
              <OptionsControl
                {...control}
                kind={kind}
                hasFree={hasFree}
                todayEnds={todayEnds}
                markWords={markWords}
                priceOptions={priceNames}
              />
            )}
          </RecordControl>
        </Away>
        <Away isAway={isText} name="priceOptionIds">
          <RecordPicker
            name="priceOptionIds"
            label="Price varies by"
            hint="Options of another template, such as Small and Large: each option then has a price for each of them."
            kind="option"
            chosen={priceOptions}
            isMany
          />
        </Away>
      </RecordSection>
      <RecordSection title="Rules">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Rule
            name="minSelect"
            label="At least"
            hint={isText ? "1 = must be filled in, 0 = may be left empty." : "0 = customers may choose nothing."}
          />
          <Rule
            name="maxSelect"
            label="At most"
            hint={kind === "single" ? "A single choice takes one." : "Empty = no limit."}
            isAway={isText}
          />
          <Rule name="maxPerOption" label="Maximum per option" hint="Empty = no limit of its own." isAway={kind !== "quantity"} />
          <Rule name="freeCount" label="Included in the price" hint="This many are free: the cheapest ones." isAway={isText} />
          <Rule name="maxLength" label="Maximum length" hint="Characters. Empty = 200." isAway={!isText} />
        </div>
        <RecordPicker
          name="showWhenOptionIds"
          label="Show only when one of these is chosen"
          hint="Options of other templates, such as “Make it a meal”. None = always."
          kind="option"
          chosen={showWhen}
          isMany
        />
      </RecordSection>
    </>
  );
}

function Rule({
  isAway = false,
  ...field
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isAway?: boolean;
}) {
  return (
    <Away isAway={isAway} name={field.name}>
      <RecordText {...field} inputMode="numeric" />
    </Away>
  );
}

/** An unused field: hidden and posted unchanged, unless it has an error. */
function Away({ isAway, name, children }: { readonly isAway: boolean; readonly name: string; readonly children: ReactNode }) {
  const { text } = useRecordField(name);
  const isEmpty = text === "" || text === "0" || text === "[]";
  return isAway && isEmpty ? <input type="hidden" name={name} value={text} /> : children;
}

/** Names of the options that prices depend on; those of newly picked ones are fetched. */
function useOptionNames(ids: readonly string[], known: readonly Hit[]): readonly { readonly id: string; readonly label: string }[] {
  const missing = ids.filter((id) => !known.some((hit) => hit.id === id));
  const { hits } = useHits(
    missing.length === 0 ? null : `${SEARCH_CALL}?${new URLSearchParams({ kind: "option", ids: missing.join(",") }).toString()}`,
  );
  return ids.map((id) => ({ id, label: [...known, ...hits].find((hit) => hit.id === id)?.label ?? `No. ${id}` }));
}

/** "Small, Large +2.50", for comparing two versions. */
function optionsText(text: string): string {
  return readOptionRows(text)
    .map((row) =>
      [row.name, isNoAmount(row.price) ? "" : row.price, row.soldOut === UNTIL_UNDONE ? "sold out" : ""]
        .filter((part) => part !== "")
        .join(" "),
    )
    .join("\n");
}
