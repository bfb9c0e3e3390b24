import { XIcon } from "lucide-react";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { ActionFieldWords, ActionKindWords } from "#app/promotions/domain/action-words.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { readJson } from "./json-text.ts";
import { NumberBox } from "./number-box.tsx";
import { EVERYTHING, IdsPicker, TargetEditor } from "./target-editor.tsx";

interface Action {
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a promotion does: a kind in plain words with an example, and the fields that the kind describes. One field, held as JSON. */
export function ActionControl({ kinds, ...control }: ControlProps & { readonly kinds: readonly ActionKindWords[] }) {
  const { id, name, value, onChange, ...aria } = control;
  const action = readJson<Action>(value);
  const kind = kinds.find((each) => each.code === action?.kind);
  if (!useIsClient() || action === undefined || kind === undefined) return <JsonArea {...control} />;
  const put = (next: Action) => onChange(JSON.stringify(next));
  return (
    <div className="grid gap-4">
      <input type="hidden" name={name} value={value} />
      <div className="grid gap-1">
        <select
          id={id}
          value={kind.code}
          onChange={(event) => {
            const next = kinds.find((each) => each.code === event.target.value);
            if (next !== undefined) put({ kind: next.code, params: firstParams(next, action.params) });
          }}
          className={CONTROL_CLASS}
          {...aria}
        >
          {kinds.map((each) => (
            <option key={each.code} value={each.code}>
              {each.label}
            </option>
          ))}
        </select>
        <p className="text-sm text-ink-2">For example: {kind.example}.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 [&>fieldset]:sm:col-span-2">
        {kind.fields.map((field) => (
          <ActionField
            key={`${kind.code}-${field.name}`}
            field={field}
            value={action.params[field.name]}
            unit={action.params["unit"]}
            onChange={(next) => put({ ...action, params: { ...action.params, [field.name]: next } })}
          />
        ))}
      </div>
    </div>
  );
}

/** What a new kind begins with: its own beginnings, with what the two have in common kept. */
function firstParams(kind: ActionKindWords, before: Action["params"]): Action["params"] {
  return Object.fromEntries(
    kind.fields.map((field) => [
      field.name,
      (field.input === "target" || field.input === "products") && before[field.name] !== undefined && before[field.name] !== null
        ? before[field.name]
        : field.initial,
    ]),
  );
}

interface ActionFieldProps {
  readonly field: ActionFieldWords;
  readonly value: unknown;
  /** What tiers take off: "percentage" or "amount". */
  readonly unit: unknown;
  readonly onChange: (value: unknown) => void;
}

function ActionField({ field, value, unit, onChange }: ActionFieldProps) {
  const { label, help, input } = field;
  const number = typeof value === "number" ? value : null;
  switch (input) {
    case "percentage":
      return <NumberBox label={label} hint={help} value={number} scale={10_000} sign="%" onChange={onChange} />;
    case "money":
      return <NumberBox label={label} hint={help} value={number} scale={100} sign="$" onChange={onChange} />;
    case "count":
      return <NumberBox label={label} hint={help} value={number} scale={1} onChange={onChange} />;
    case "choice":
      return (
        <label className="grid content-start gap-1">
          <span className="text-sm font-semibold">{label}</span>
          <select value={String(value ?? field.initial)} onChange={(event) => onChange(event.target.value)} className={CONTROL_CLASS}>
            {(field.options ?? []).map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          {help === "" ? null : <span className="text-sm text-ink-2">{help}</span>}
        </label>
      );
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
      return field.required || value !== null ? (
        <div className="grid gap-1 sm:col-span-2">
          <TargetEditor label={label} hint={help} value={value as Target} onChange={onChange} />
          {field.required ? null : <SmallButton label="The same items" onPress={() => onChange(null)} />}
        </div>
      ) : (
        <div className="grid content-start gap-1 sm:col-span-2">
          <span className="text-sm font-semibold">{label}</span>
          <span>
            The same items. <SmallButton label="Choose others" onPress={() => onChange(EVERYTHING)} />
          </span>
        </div>
      );
    case "targets":
      return <PartsField label={label} parts={Array.isArray(value) ? (value as Target[]) : []} onChange={onChange} />;
    case "products":
      return (
        <div className="sm:col-span-2">
          <IdsPicker label={label} kind="product" ids={Array.isArray(value) ? (value as number[]) : []} onChange={onChange} />
          <p className="text-sm text-ink-2">{help}</p>
        </div>
      );
    case "tiers":
    case "quantity-tiers":
      return (
        <TiersField
          field={field}
          isPercentage={unit === "percentage"}
          tiers={Array.isArray(value) ? (value as Tier[]) : []}
          onChange={onChange}
        />
      );
  }
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
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {parts.map((part, index) => (
        // Parts have no name of their own; their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="grid gap-1">
          <TargetEditor label={`Part ${index + 1}`} value={part} onChange={(next) => onChange(parts.with(index, next))} />
          {parts.length > 2 ? (
            <SmallButton label={`Take part ${index + 1} out`} onPress={() => onChange(parts.toSpliced(index, 1))} />
          ) : null}
        </div>
      ))}
      <SmallButton label="Add a part" onPress={() => onChange([...parts, EVERYTHING])} />
    </fieldset>
  );
}

interface Tier {
  readonly spend?: number;
  readonly quantity?: number;
  readonly value: number;
}

function TiersField({
  field,
  isPercentage,
  tiers,
  onChange,
}: {
  readonly field: ActionFieldWords;
  readonly isPercentage: boolean;
  readonly tiers: readonly Tier[];
  readonly onChange: (tiers: readonly Tier[]) => void;
}) {
  const isSpend = field.input === "tiers";
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">{field.label}</legend>
      {tiers.map((tier, index) => (
        // A tier is its place among the others.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-wrap items-end gap-3">
          <NumberBox
            label={isSpend ? "From this spend on" : "From so many items on"}
            value={(isSpend ? tier.spend : tier.quantity) ?? null}
            scale={isSpend ? 100 : 1}
            {...(isSpend ? { sign: "$" as const } : {})}
            onChange={(next) => onChange(tiers.with(index, { ...tier, [isSpend ? "spend" : "quantity"]: next }))}
          />
          <NumberBox
            label="Takes off"
            value={tier.value}
            scale={isPercentage ? 10_000 : 100}
            sign={isPercentage ? "%" : "$"}
            onChange={(next) => onChange(tiers.with(index, { ...tier, value: next ?? 0 }))}
          />
          <Button
            look="quiet"
            size="desk-icon"
            aria-label={`Take tier ${index + 1} out`}
            onClick={() => onChange(tiers.toSpliced(index, 1))}
          >
            <XIcon aria-hidden className="size-4" />
          </Button>
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

export function SmallButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-8 max-sm:min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-2"
    >
      {label}
    </button>
  );
}

/** Without scripts, and for what no control can show: the value as it is stored. */
export function JsonArea({ id, name, value, onChange, ...aria }: ControlProps) {
  return (
    <textarea
      id={id}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      rows={4}
      className={`${CONTROL_CLASS} figures py-2`}
      {...aria}
    />
  );
}
