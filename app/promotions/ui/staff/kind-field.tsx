import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import type { KindField } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { NumberBox } from "./number-box.tsx";
import { SmallButton } from "./small-button.tsx";
import { EVERYTHING, IdsPicker, TargetEditor, WordsBox } from "./target-editor.tsx";
import { ClockField, WeekdaysField } from "./windows-editor.tsx";
import { useItemKeys } from "#app/kit/hooks/use-item-keys.ts";

interface KindFieldProps {
  readonly field: KindField;
  readonly value: unknown;
  /** The unit of tiers: "percentage" or "amount". */
  readonly unit?: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The control of one parameter of an action or a condition, as its kind describes it. */
export function KindFieldControl({ field, value, unit, onChange }: KindFieldProps) {
  const { label, help, input } = field;
  const number = typeof value === "number" || typeof value === "string" ? value : null;
  switch (input) {
    case "percentage":
      return <NumberBox label={label} hint={help} value={number} scale={10_000} sign="%" onChange={onChange} />;
    case "money":
      return <NumberBox label={label} hint={help} value={number} scale={1} sign="currency" onChange={onChange} />;
    case "count":
      return <NumberBox label={label} hint={help} value={number} scale={1} onChange={onChange} />;
    case "choice":
      return <ChoiceField field={field} value={value} onChange={onChange} />;
    case "yes-no":
      return (
        <label className="inline-flex min-h-10 items-center gap-2 self-center">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
            className="size-5 accent-primary"
          />
          <span>
            {label} <span className="text-sm text-ink-2">{help}</span>
          </span>
        </label>
      );
    case "target":
      return <TargetField field={field} value={value} onChange={onChange} />;
    case "targets":
      return <PartsField label={label} parts={listOf(value)} onChange={onChange} />;
    case "products":
      return (
        <div className="sm:col-span-2">
          <IdsPicker label={label} kind="product" ids={listOf(value)} onChange={onChange} />
          <p className="text-sm text-ink-2">{help}</p>
        </div>
      );
    case "tiers":
    case "quantity-tiers":
      return <TiersField field={field} isPercentage={unit === "percentage"} tiers={listOf(value)} onChange={onChange} />;
    case "words":
      return <WordsBox label={label} hint={help} words={listOf(value)} onChange={onChange} />;
    case "weekdays":
      return <WeekdaysField label={label} days={listOf(value)} onChange={onChange} />;
    case "clock":
      return <ClockField label={label} value={typeof value === "string" ? value : ""} onChange={onChange} />;
  }
}

/** The field's value as a list; the form's schema checks its entries. */
function listOf(value: unknown) {
  return Array.isArray(value) ? value : [];
}

function ChoiceField({ field: { label, help, options = [], initial }, value, onChange }: KindFieldProps) {
  return (
    <label className="grid content-start gap-1">
      <span className="text-sm font-semibold">{label}</span>
      <select value={String(value ?? initial)} onChange={(event) => onChange(event.target.value)} className={CONTROL_CLASS}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {help === "" ? null : <span className="text-sm text-ink-2">{help}</span>}
    </label>
  );
}

function TargetField({ field: { label, help, required }, value, onChange }: KindFieldProps) {
  return required || value !== null ? (
    <div className="grid gap-1 sm:col-span-2">
      <TargetEditor label={label} hint={help} value={value as Partial<Target> | null} onChange={onChange} />
      {required ? null : <SmallButton label="The same items" onPress={() => onChange(null)} />}
    </div>
  ) : (
    <div className="grid content-start gap-1 sm:col-span-2">
      <span className="text-sm font-semibold">{label}</span>
      <span>
        The same items. <SmallButton label="Choose others" onPress={() => onChange(EVERYTHING)} />
      </span>
    </div>
  );
}

function PartsField({
  label,
  parts,
  onChange,
}: {
  readonly label: string;
  readonly parts: readonly Target[];
  readonly onChange: (parts: readonly Target[]) => void;
}) {
  const { keys, drop } = useItemKeys(parts.length);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {parts.map((part, index) => (
        <div key={keys[index]} className="grid gap-1">
          <TargetEditor label={`Part ${index + 1}`} value={part} onChange={(next) => onChange(parts.with(index, next))} />
          {parts.length > 2 ? (
            <SmallButton
              label={`Remove part ${index + 1}`}
              onPress={() => {
                drop(index);
                onChange(parts.toSpliced(index, 1));
                announce(`Part ${index + 1} removed`);
              }}
            />
          ) : null}
        </div>
      ))}
      <SmallButton label="Add a part" onPress={() => onChange([...parts, EVERYTHING])} />
    </fieldset>
  );
}

interface Tier {
  readonly spend?: number | string;
  readonly quantity?: number | string;
  readonly value: number | string;
}

function TiersField({
  field,
  isPercentage,
  tiers,
  onChange,
}: {
  readonly field: KindField;
  readonly isPercentage: boolean;
  readonly tiers: readonly Tier[];
  readonly onChange: (tiers: readonly Tier[]) => void;
}) {
  const isSpend = field.input === "tiers";
  const { keys, drop } = useItemKeys(tiers.length);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">{field.label}</legend>
      {tiers.map((tier, index) => (
        <div key={keys[index]} className="flex flex-wrap items-end gap-3">
          <NumberBox
            label={isSpend ? "From this spend on" : "From this many items on"}
            value={(isSpend ? tier.spend : tier.quantity) ?? null}
            scale={1}
            {...(isSpend ? { sign: "currency" as const } : {})}
            onChange={(next) => onChange(tiers.with(index, { ...tier, [isSpend ? "spend" : "quantity"]: next }))}
          />
          <NumberBox
            label="Takes off"
            value={tier.value}
            scale={isPercentage ? 10_000 : 1}
            sign={isPercentage ? "%" : "currency"}
            onChange={(next) => onChange(tiers.with(index, { ...tier, value: next ?? 0 }))}
          />
          <RemoveButton
            label={`Remove tier ${index + 1}`}
            announcement={`Tier ${index + 1} removed`}
            onRemove={() => {
              drop(index);
              onChange(tiers.toSpliced(index, 1));
            }}
          />
        </div>
      ))}
      <SmallButton
        label="Add a tier"
        onPress={() => onChange([...tiers, { ...(tiers.at(-1) ?? { [isSpend ? "spend" : "quantity"]: 1, value: 100 }) }])}
      />
      <p className="text-sm text-ink-2">{field.help}</p>
    </fieldset>
  );
}
