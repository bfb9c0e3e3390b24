import { useContext, useId, useState, type KeyboardEvent } from "react";
import { readAttached } from "#app/catalogue/domain/customization/attached-customization.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import type { KnownQuestion } from "#app/catalogue/domain/customization/known-question.ts";
import { variantName } from "#app/catalogue/domain/variants/variant.ts";
import {
  BLANK_TEXTS,
  combinationsOf,
  countableGroups,
  countCombinations,
  isCombinationOf,
  isBlankRow,
  MAX_VARIANT_GROUPS,
  MAX_VARIANT_ROWS,
  readVariantRows,
  variantFacts,
  variantKey,
  type VariantRow,
  type VariantTexts,
} from "#app/catalogue/domain/variants/variant-record.ts";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";

/**
 * Stock by option: the groups to count by, and a row with SKU, barcode, stock, low stock level, vendor, weight and cost per combination.
 * One JSON field, `variants`.
 */
export function VariantFields({ questions }: { readonly questions: readonly KnownQuestion[] }) {
  const attached = readAttached(useRecordField("customizations").text);
  const { text, setText } = useRecordField("variants");
  const isClient = useIsClient();
  const groups = countableGroups(
    attached.flatMap(({ kind, id }) => questions.flatMap((each) => (each.kind === kind && each.id === id ? [each.group] : []))),
  );
  const rows = readVariantRows(text);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => groupsOfRows(groups, rows));
  const words = (of: string) =>
    readVariantRows(of)
      .map((row) => `${variantName(groups, row.optionIds)}: ${variantFacts(row)}`)
      .join("\n");
  const choose = (group: CustomizationTemplate, isOn: boolean) => {
    const next = new Set(isOn ? [...chosen, group.id] : [...chosen].filter((id) => id !== group.id));
    setChosen(next);
    const nextGroups = groups.filter(({ id }) => next.has(id));
    setText(written(rows.filter(({ optionIds }) => nextGroups.length > 0 && isCombinationOf(nextGroups, optionIds))));
  };
  if (groups.length === 0)
    return (
      <>
        <input type="hidden" name="variants" value={text} />
        <p className="text-sm text-ink-2">Add a question with options, such as the size, and save the product.</p>
      </>
    );
  const shown = groups.filter(({ id }) => chosen.has(id));
  return (
    <RecordControl
      isGroup
      name="variants"
      label="Count the stock by"
      hint="Each order takes from the stock of its options. Low at, vendor, weight and cost: empty = the product’s. New questions appear here after saving."
      show={words}
    >
      {({ name, value, "aria-describedby": describedBy }) => (
        <div role="group" aria-labelledby="label-variants" aria-describedby={describedBy} className="grid gap-3">
          <input type="hidden" name={name} value={value} />
          <div className="flex flex-wrap gap-x-5">
            {groups.map((group) => (
              <label key={group.id} className="inline-flex min-h-10 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-5 accent-leaf"
                  checked={chosen.has(group.id)}
                  disabled={!isClient || (!chosen.has(group.id) && chosen.size >= MAX_VARIANT_GROUPS)}
                  onChange={(event) => choose(group, event.target.checked)}
                />
                {group.name}
              </label>
            ))}
          </div>
          {isClient ? <VariantTable groups={shown} rows={rows} onRows={(next) => setText(written(next))} /> : <p>{words(value)}</p>}
        </div>
      )}
    </RecordControl>
  );
}

function written(rows: readonly VariantRow[]): string {
  const filled = rows.filter((row) => !isBlankRow(row));
  return filled.length === 0 ? "" : JSON.stringify(filled);
}

function groupsOfRows(groups: readonly CustomizationTemplate[], rows: readonly VariantRow[]): ReadonlySet<number> {
  const options = new Set(rows.flatMap(({ optionIds }) => optionIds));
  return new Set(groups.filter((group) => group.options.some(({ id }) => options.has(id))).map(({ id }) => id));
}

interface VariantTableProps {
  readonly groups: readonly CustomizationTemplate[];
  readonly rows: readonly VariantRow[];
  readonly onRows: (rows: readonly VariantRow[]) => void;
}

interface Column {
  readonly field: keyof VariantTexts;
  readonly label: string;
  readonly inputMode?: "numeric" | "decimal";
  /** Its width in the grid. */
  readonly span?: string;
}

const COLUMNS: readonly Column[] = [
  { field: "sku", label: "SKU" },
  { field: "barcode", label: "Barcode" },
  { field: "stock", label: "Stock", inputMode: "numeric" },
  { field: "lowStock", label: "Low at", inputMode: "numeric" },
];

/** A second line of columns. */
const COST_COLUMNS: readonly Column[] = [
  { field: "vendor", label: "Vendor", span: "col-span-2 sm:col-start-2" },
  { field: "weightGrams", label: "Grams", inputMode: "numeric" },
  { field: "costCents", label: "Cost", inputMode: "decimal" },
];

const GRID = "grid grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(6rem,1fr)_8rem_9rem_5rem_5rem]";

/**
 * Whether vendor, weight and cost are shown: initially if a row has any, and always next to an error. Correcting an error hides nothing.
 */
function useCostColumns(rows: readonly VariantRow[]) {
  const errors = useContext(FieldErrorsContext);
  const [isShown, setIsShown] = useState(() => rows.some((row) => COST_COLUMNS.some(({ field }) => row[field].trim() !== "")));
  const hasErrors = COST_COLUMNS.some(({ field }) => rows.some((_, index) => errors[`variants[${index}].${field}`] !== undefined));
  if (hasErrors && !isShown) setIsShown(true);
  return { isShown, setIsShown };
}

/** The combinations of the groups, plus stored rows of others, so that no stored row is invisible. */
function VariantTable({ groups, rows, onRows }: VariantTableProps) {
  const { isShown, setIsShown } = useCostColumns(rows);
  const count = countCombinations(groups);
  if (count > MAX_VARIANT_ROWS) return <p className="text-sm">These are {count} combinations. Choose fewer questions.</p>;
  const combinations = combinationsOf(groups);
  const keys = new Set(combinations.map(variantKey));
  const others = rows.filter(({ optionIds }) => !keys.has(variantKey(optionIds))).map(({ optionIds }) => optionIds);
  const shown = [...combinations, ...others];
  if (shown.length === 0) return null;
  const at = new Map(rows.map((row, index) => [variantKey(row.optionIds), index]));
  const columns = isShown ? [...COLUMNS, ...COST_COLUMNS] : COLUMNS;
  const change = (optionIds: readonly number[], next: VariantRow) => {
    const index = at.get(variantKey(optionIds));
    onRows(index === undefined ? [...rows, next] : rows.with(index, next));
  };
  return (
    <>
      <label className="inline-flex min-h-10 items-center gap-2 justify-self-start">
        <input type="checkbox" className="size-5 accent-leaf" checked={isShown} onChange={(event) => setIsShown(event.target.checked)} />
        Show vendor, weight and cost
      </label>
      {/* Wider than the fields, so that their focus rings are not cut off. */}
      <div className="-mx-1.5 max-h-[32rem] overflow-y-auto border-y border-hairline px-1.5 py-2">
        <div aria-hidden className={`${GRID} hidden pb-1 text-xs font-semibold text-ink-2 sm:grid`}>
          <span />
          {columns.map(({ field, label, span }) => (
            <span key={field} className={span}>
              {label}
            </span>
          ))}
        </div>
        <ul className={`grid gap-3 ${isShown ? "sm:gap-4" : "sm:gap-2"}`}>
          {shown.map((optionIds) => {
            const index = at.get(variantKey(optionIds));
            const blank = { optionIds, ...BLANK_TEXTS };
            return (
              <VariantLine
                key={variantKey(optionIds)}
                label={variantName(groups, optionIds)}
                columns={columns}
                index={index}
                row={index === undefined ? blank : (rows[index] ?? blank)}
                onRow={(next) => change(optionIds, next)}
              />
            );
          })}
        </ul>
      </div>
    </>
  );
}

interface VariantLineProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Its index in the field; undefined: empty. */
  readonly index: number | undefined;
  readonly row: VariantRow;
  readonly onRow: (row: VariantRow) => void;
}

function VariantLine({ label, columns, index, row, onRow }: VariantLineProps) {
  const errors = useContext(FieldErrorsContext);
  const base = useId();
  const productTexts = useProductTexts();
  const fields = columns.map((column) => ({
    ...column,
    error: index === undefined ? undefined : errors[`variants[${index}].${column.field}`]?.[0],
  }));
  return (
    <li className={GRID}>
      <span className="col-span-2 self-center font-semibold wrap-anywhere sm:col-span-1">{label}</span>
      {fields.map(({ field, label: column, inputMode, span, error }) => (
        <div key={field} className={span}>
          <span aria-hidden className="text-xs text-ink-2 sm:hidden">
            {column}
          </span>
          <input
            id={index === undefined ? undefined : `field-variants[${index}].${field}`}
            aria-label={`${column}, ${label}`}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : `${base}-${field}`}
            inputMode={inputMode}
            placeholder={productTexts[field]}
            data-column={field}
            autoComplete="off"
            value={row[field]}
            onChange={(event) => onRow({ ...row, [field]: event.target.value })}
            onKeyDown={toNextRow}
            className={`${CONTROL_CLASS} ${inputMode === undefined ? "" : "figures text-right"}`}
          />
        </div>
      ))}
      {fields.map(({ field, error }) =>
        error === undefined ? null : (
          <p key={field} id={`${base}-${field}`} className="col-span-full text-sm font-semibold text-beet">
            {error}
          </p>
        ),
      )}
    </li>
  );
}

/** The product's values, which options with empty fields inherit. */
function useProductTexts(): Partial<VariantTexts> {
  return {
    lowStock: useRecordField("lowStock").text,
    vendor: useRecordField("vendor").text,
    weightGrams: useRecordField("weightGrams").text,
    costCents: useRecordField("costCents").text,
  };
}

/** Enter, which scanners type after a barcode, moves to the same column of the next row instead of saving. */
function toNextRow(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { column = "" } = event.currentTarget.dataset;
  const next = event.currentTarget.closest("li")?.nextElementSibling;
  next?.querySelector<HTMLInputElement>(`[data-column="${column}"]`)?.focus();
}
